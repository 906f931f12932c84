import { type Dict, stringAt } from "../../../core/ground/json.ts";
import { canvasesIn, canvasLabels } from "../canvases/channel-canvases.ts";
import { decode } from "../text/markup-to-text.ts";

export function channelRow(channel: Dict): Dict {
  const { id, name, user, is_private, is_archived, is_member, is_im, is_mpim, num_members } = channel;
  const topic = stringAt(channel, "topic.value");
  const purpose = stringAt(channel, "purpose.value");
  return {
    id,
    name,
    user,
    is_member,
    num_members,
    topic: topic === undefined ? undefined : decode(topic),
    purpose: purpose === undefined || purpose === topic ? undefined : decode(purpose),
    is_private,
    is_archived,
    is_im,
    is_mpim,
    canvases: canvasLabels(canvasesIn(channel.properties)),
  };
}
