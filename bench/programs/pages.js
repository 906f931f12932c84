// Reads all records of a list, page by page. Arguments: the client's folder, the endpoint, the number of records.

const [client, endpoint, records] = process.argv.slice(2);
const { open } = await import(`./${client}/client.js`);

let seen = 0;
for await (const { id } of open(endpoint).records()) if (id.startsWith("C0")) seen++;
if (seen !== Number(records)) throw new Error(`${seen} records instead of ${records}`);
process.exit();
