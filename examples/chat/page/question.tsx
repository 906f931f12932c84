import { useState, type FormEvent } from "react";
import { questionInWords } from "./question-words.ts";
import { fieldInWords, isId, leavesOf, type Leaf } from "./words.ts";

type Params = Record<string, unknown>;

interface Props {
  /** The text of the approval. */
  reason: string;
  params: Params;
  decide: ((approved: boolean, params?: Params) => void) | undefined;
}

/** Asks the person whether a call is allowed to run. */
export function Question({ reason, params, decide }: Props) {
  // Undefined until the person has edited. Then, a closed form gives the focus to the button.
  const [editing, setEditing] = useState<boolean>();
  const editable = leavesOf(params).filter(isEditable);
  const { warnings, facts } = questionInWords(reason, params);
  return (
    <>
      {warnings.map((warning) => (
        <p key={warning} className="warning">
          {warning[0]!.toUpperCase() + warning.slice(1)}
        </p>
      ))}
      <dl>
        {facts.map(({ label, text, isLong }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>
              {isLong ? (
                // The focus lets a person scroll the text with the keyboard.
                <div className="long" dir="auto" tabIndex={0} role="group" aria-label={label}>
                  {text}
                </div>
              ) : (
                <div dir="auto">{text}</div>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {/* What this page says in its own words, the person can read as it is. */}
      <details>
        <summary>Details</summary>
        <p>{reason}</p>
      </details>
      {decide && editing && (
        <Editor
          fields={editable}
          save={(leaves) => decide(false, withLeaves(params, leaves))}
          cancel={() => setEditing(false)}
        />
      )}
      {decide && !editing && (
        <div className="buttons">
          <button type="button" className="primary" onClick={() => decide(true)}>
            Approve
          </button>
          <button type="button" onClick={() => decide(false)}>
            Deny
          </button>
          {editable.length > 0 && (
            <button type="button" autoFocus={editing === false} onClick={() => setEditing(true)}>
              Edit
            </button>
          )}
        </div>
      )}
    </>
  );
}

interface EditorProps {
  fields: Leaf[];
  save(leaves: Leaf[]): void;
  cancel(): void;
}

/** A form with the texts and numbers of a call. */
function Editor({ fields, save, cancel }: EditorProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    save(
      fields.map((leaf) => {
        const text = String(form.get(nameOf(leaf)));
        return { ...leaf, value: typeof leaf.value === "number" ? Number(text) : text };
      }),
    );
  };
  return (
    <form className="editor" onSubmit={submit}>
      {fields.map((leaf, index) => (
        <label key={nameOf(leaf)}>
          {fieldInWords(leaf.name)}
          {typeof leaf.value === "number" ? (
            <input
              name={nameOf(leaf)}
              type="number"
              step="any"
              required
              autoFocus={index === 0}
              defaultValue={leaf.value}
            />
          ) : (
            <textarea
              name={nameOf(leaf)}
              required
              autoFocus={index === 0}
              defaultValue={String(leaf.value)}
            />
          )}
        </label>
      ))}
      <div className="buttons">
        <button type="submit" className="primary">
          Use these values
        </button>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

const nameOf = ({ path }: Leaf) => path.join(".");

/** A person can write texts and numbers. Ids, switches and words such as `DAILY` belong to the platform. */
const isEditable = (leaf: Leaf): boolean =>
  !isId(leaf) &&
  (typeof leaf.value === "number" || (typeof leaf.value === "string" && !/^[A-Z_]+$/.test(leaf.value)));

/** Returns a copy of the params with these values. */
function withLeaves(params: Params, leaves: readonly Leaf[]): Params {
  const changed = structuredClone(params);
  for (const { path, value } of leaves) {
    let at: Record<string | number, unknown> = changed;
    for (const key of path.slice(0, -1)) at = at[key] as typeof at;
    at[path.at(-1)!] = value;
  }
  return changed;
}
