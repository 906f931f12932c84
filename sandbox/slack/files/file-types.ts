interface FileType {
  filetype: string;
  mimetype: string;
  pretty_type: string;
}

const type = (filetype: string, mimetype: string, pretty_type: string): FileType => ({
  filetype,
  mimetype,
  pretty_type,
});

const BINARY = type("binary", "application/octet-stream", "Binary");

/** The types of files, by extension. */
const TYPES: Readonly<Record<string, FileType>> = {
  c: type("c", "text/plain", "C"),
  css: type("css", "text/css", "CSS"),
  csv: type("csv", "text/csv", "CSV"),
  docx: type(
    "docx",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "Word Document",
  ),
  gif: type("gif", "image/gif", "GIF"),
  html: type("html", "text/html", "HTML"),
  jpeg: type("jpg", "image/jpeg", "JPEG"),
  jpg: type("jpg", "image/jpeg", "JPEG"),
  js: type("javascript", "text/javascript", "JavaScript"),
  json: type("json", "application/json", "JSON"),
  log: type("text", "text/plain", "Plain Text"),
  md: type("markdown", "text/markdown", "Markdown"),
  mp4: type("mp4", "video/mp4", "MPEG 4 Video"),
  pdf: type("pdf", "application/pdf", "PDF"),
  png: type("png", "image/png", "PNG"),
  py: type("python", "text/x-python", "Python"),
  ts: type("typescript", "text/typescript", "TypeScript"),
  txt: type("text", "text/plain", "Plain Text"),
  xlsx: type(
    "xlsx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "Excel Spreadsheet",
  ),
  yaml: type("yaml", "text/yaml", "YAML"),
  zip: type("zip", "application/zip", "Zip"),
};

export function fileTypeOf(name: string): FileType {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? BINARY) : BINARY;
}

/** Returns the type of a snippet. `filetype`: Slack's name for the type, such as `python`. */
export function snippetType(filetype: string): FileType | undefined {
  return Object.values(TYPES).find((each) => each.filetype === filetype && isText(each.mimetype));
}

const isText = (mimetype: string): boolean => mimetype.startsWith("text/") || mimetype === "application/json";
