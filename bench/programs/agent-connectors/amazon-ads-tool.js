import { AmazonAdsConnector } from "agent-connectors/amazon-ads";

const auth = { client_id: "c", client_secret: "s", refresh_token: "r" };
const { description } = await new AmazonAdsConnector({ auth }).tool();
if (description.length < 1000) throw new Error("The description is wrong.");
