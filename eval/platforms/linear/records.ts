import { flat, type WorldRecord } from "../world-record.ts";
import type { LinearEmulator } from "./emulator.ts";

interface Named {
  name: string;
}
interface Issue {
  identifier: string;
  title: string;
  description: string | null;
  priorityLabel: string;
  dueDate: string | null;
  archivedAt: string | null;
  state: Named;
  assignee: Named | null;
  project: Named | null;
  labels: { nodes: Named[] };
  comments: { nodes: { id: string; body: string; user: Named | null }[] };
}
interface Label extends Named {
  id: string;
  team: { key: string } | null;
}

const query = `{
  issues(first: 200) {
    nodes {
      identifier title description priorityLabel dueDate archivedAt state { name } assignee { name } project { name }
      labels { nodes { name } } comments(first: 200) { nodes { id body user { name } } }
    }
  }
  issueLabels(first: 200) { nodes { id name team { key } } }
}`;

/** Returns what people see in the workspace: issues, comments and labels. */
export async function linearRecords({ ask }: LinearEmulator): Promise<WorldRecord[]> {
  const found = (await ask(query)) as unknown as {
    issues: { nodes: Issue[] };
    issueLabels: { nodes: Label[] };
  };
  const issues = found.issues.nodes.flatMap((issue): WorldRecord[] => {
    const { identifier, comments, labels, state, assignee, project, archivedAt, priorityLabel, ...own } = issue; // prettier-ignore
    const fields = {
      ...own,
      priority: priorityLabel,
      state: state.name,
      assignee: assignee?.name,
      project: project?.name,
      labels: labels.nodes.map(({ name }) => name).toSorted(),
      archived: archivedAt !== null,
    };
    return [
      { kind: "issue", key: identifier, fields: flat(fields), about: { team: identifier.split("-")[0] } },
      ...comments.nodes.map(({ id, body, user }) => ({
        kind: "comment",
        key: id,
        fields: flat({ body, by: user?.name }),
        about: { issue: issue.title },
      })),
    ];
  });
  const labels = found.issueLabels.nodes.map(({ id, name, team }) => ({
    kind: "label",
    key: id,
    fields: flat({ name, team: team?.key }),
  }));
  return [...issues, ...labels];
}
