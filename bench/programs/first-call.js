// Makes one call with a general HTTP client. Arguments: the client's folder, the endpoint.

const [client, endpoint] = process.argv.slice(2);
const { open } = await import(`./${client}/client.js`);
if ((await open(endpoint).small()) !== "C012AB3CD") throw new Error("The result is wrong.");
