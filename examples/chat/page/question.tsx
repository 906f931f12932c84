import { useState, type FormEvent } from "react";

type Params = Record<string, unknown>;

interface Props {
  /** The text of the approval. Every line begins with a fixed word and a colon. */
  reason: string;
  params: Params;
  decide: ((approved: boolean, params?: Params) => void) | undefined;
}

export function Question({ reason, params, decide }: Props) {
  // False after Cancel, which returns the focus to the button.
  const [editing, setEditing] = useState<boolean>();
  return (
    <>
      <dl>
        {reason.split("\n").map((line, index) => {
          const [, word = "", rest = line] = /^([^:]+): (.*)$/.exec(line) ?? [];
          return (
            <div key={index} className={word === "Warning" ? "warning" : ""}>
              <dt>{word.replace(/^Param /, "")}</dt>
              <dd>{rest}</dd>
            </div>
          );
        })}
      </dl>
      {decide && editing && (
        <Editor params={params} save={(changed) => decide(false, changed)} cancel={() => setEditing(false)} />
      )}
      {decide && !editing && (
        <div className="buttons">
          <button type="button" className="primary" onClick={() => decide(true)}>
            Approve
          </button>
          <button type="button" onClick={() => decide(false)}>
            Deny
          </button>
          <button type="button" autoFocus={editing === false} onClick={() => setEditing(true)}>
            Edit
          </button>
        </div>
      )}
    </>
  );
}

/** A form with the params of the call. Texts are edited as they are, and other values as JSON. */
function Editor({ params, save, cancel }: { params: Params; save(params: Params): void; cancel(): void }) {
  const [invalid, setInvalid] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const changed: Params = {};
    for (const [name, value] of Object.entries(params)) {
      const text = String(form.get(name));
      try {
        changed[name] = typeof value === "string" ? text : JSON.parse(text);
      } catch {
        return setInvalid(name);
      }
    }
    save(changed);
  };
  return (
    <form className="editor" onSubmit={submit}>
      {Object.entries(params).map(([name, value], index) => {
        const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
        return (
          <label key={name}>
            {name}
            <textarea
              name={name}
              autoFocus={index === 0}
              defaultValue={text}
              rows={Math.min(10, text.split("\n").length)}
              aria-invalid={invalid === name}
            />
            {invalid === name && <span className="error">This is not valid JSON.</span>}
          </label>
        );
      })}
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
