import json, os
from urllib.request import Request, urlopen

BASE = os.environ["AGENT_CONNECTORS_URL"] + "/v1/integrations/connectors/" + os.environ["CONNECTOR_ID"]
HEADERS = {"Authorization": "Bearer " + os.environ["SCOPED_TOKEN"], "Content-Type": "application/json"}

def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    return json.load(urlopen(Request(BASE + path, data, HEADERS)))

tools = ask("/tools?dialect=openai")["tools"]  # for the parameter `tools` of your model
print(tools[0]["function"]["name"])

# A call of the model. The arguments can stay JSON text.
call = {"tool": "slack", "arguments": '{"entity": "channels", "action": "list", "params": {"limit": 3}}'}
print(ask("/tools/call", call)["text"])  # the text for the model, even if the call failed
