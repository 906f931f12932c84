import { fieldInWords, isId, valueInWords, withoutIds } from "./words.ts";

/** The compact result of a tool, which the model reads too. */
interface Output {
  data?: unknown;
  error?: { message: string; hint?: string };
}

const mostRows = 8;
const mostColumns = 5;

export function Result({ output }: { output: unknown }) {
  const { data, error } = output as Output;
  if (error)
    return (
      <div className="error">
        <p>{error.message}</p>
        {error.hint && <p>{error.hint}</p>}
      </div>
    );
  const records = recordsIn(data);
  return (
    <details>
      <summary>{records.length === 1 ? "Result" : `Result: ${records.length} rows`}</summary>
      <Table records={records} />
    </details>
  );
}

function Table({ records }: { records: Record<string, unknown>[] }) {
  // A name says more to a person than an id.
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
    .filter((column) => !isId({ name: column, value: String(records[0]?.[column]) }))
    .slice(0, mostColumns);
  return (
    // The focus lets a person scroll the table with the keyboard.
    <div className="table" tabIndex={0} role="group" aria-label="Result">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column}>{fieldInWords(column)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.slice(0, mostRows).map((record, index) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>{withoutIds(valueInWords(record[column]))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {records.length > mostRows && <p>{records.length - mostRows} more rows</p>}
    </div>
  );
}

/** Returns the records of a result. A list can be a table with `columns` and `rows`. */
function recordsIn(data: unknown): Record<string, unknown>[] {
  if (Array.isArray(data)) return data.map(asRecord);
  const { columns, rows } = asRecord(data) as { columns?: string[]; rows?: unknown[][] };
  if (!columns || !rows) return [asRecord(data)];
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at]])));
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : { value };
