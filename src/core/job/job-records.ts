import type { JobEnd, StoredJob } from "../contract/job.ts";
import type { StoreDriver } from "../contract/store-driver.ts";
import { type Changed, recordsOf, throwUnavailable } from "../store/records.ts";
import { withTimeLimit } from "../store/time-limit.ts";
import { jobs, lastJobs, openJobs, type OpenJob } from "./job-kinds.ts";
import { noJob } from "./job-errors.ts";

/** The part of a store that belongs to the jobs of one connector. `prefix` stands before each id. */
export interface JobPlace {
  store: StoreDriver;
  prefix: string;
}

/** The milliseconds after its end for which an equal call gets a job that has succeeded. A lost answer is not requested again. */
const sharedMs = 600_000;

/** The milliseconds after which another process goes on with a job whose call does not. Longer than a call waits. */
const firstLookMs = 60_000;

export const readJob = ({ store, prefix }: JobPlace, id: string): Promise<StoredJob | undefined> =>
  recordsOf(store, jobs).read(prefix + id);

/** Returns the open or the just finished job of an equal call, or else stores a new job. Requests nothing. */
export async function openJob(
  place: JobPlace,
  asked: StoredJob,
): Promise<{ id: string; job: StoredJob; isNew: boolean }> {
  const { store, prefix } = place;
  let opened: { id: string; job: StoredJob; isNew: boolean } | undefined;
  const newest = await recordsOf(store, lastJobs).exchange(prefix + asked.hash, async (last) => {
    const earlier = last && (await readJob(place, last.id));
    if (earlier && isShared(earlier, asked.asked)) {
      opened = { id: last.id, job: earlier, isNew: false };
      return undefined;
    }
    const id = `job_${crypto.randomUUID().replaceAll("-", "")}`;
    await recordsOf(store, jobs).update(prefix + id, () => ({ value: asked, result: undefined }));
    opened = { id, job: asked, isNew: true };
    return { id };
  });
  // This process was so slow that another one has stored a job of an equal call meanwhile. Nothing knows the one of this process.
  if (newest && newest.id !== opened!.id)
    opened = { id: newest.id, job: (await readJob(place, newest.id)) ?? asked, isNew: false };
  const { id, job, isNew } = opened!;
  if (job.ended) return opened!;
  await recordsOf(store, openJobs).update(prefix + id, (mark) => ({
    value: mark ?? { next: asked.asked + firstLookMs },
    result: undefined,
  }));
  if (isNew || !asked.about) return opened!;
  return { id, isNew, job: await changeJob(place, id, (known) => ({ ...known, about: asked.about })) };
}

const isShared = ({ ended }: StoredJob, now: number): boolean =>
  !ended || (ended.status === "succeeded" && now - ended.at < sharedMs);

/**
 * Requests the work of a job, in one process at a time. `start` gets the work, and saves it after each request. If the job is
 * already started, does nothing.
 */
export async function startJob(
  place: JobPlace,
  id: string,
  hash: string,
  start: (work: unknown, save: (work: unknown) => Promise<void>) => Promise<unknown>,
): Promise<StoredJob> {
  const { store, prefix } = place;
  let job: StoredJob | undefined;
  const save = async (work: unknown, state: StoredJob["state"]) => {
    job = await changeJob(place, id, (known) => ({ ...known, work, state }));
  };
  await recordsOf(store, lastJobs).exchange(prefix + hash, async () => {
    job = await readJob(place, id);
    if (!job) throw noJob(id);
    if (job.state !== "started" && !job.ended)
      await save(await start(job.work, (work) => save(work, "part")), "started");
    return undefined;
  });
  return job!;
}

/** Keeps how far a job is, and when the platform is asked next. */
export async function keepWaiting(
  place: JobPlace,
  id: string,
  { progress, next }: Pick<StoredJob, "progress"> & OpenJob,
): Promise<void> {
  if (progress) await changeJob(place, id, (job) => ({ ...job, progress }));
  await recordsOf(place.store, openJobs).update(place.prefix + id, (mark) => ({
    value: mark && { next },
    result: undefined,
  }));
}

/** The longest wait until the next question, in milliseconds. */
const longestWaitMs = 3_600_000;

/**
 * Whether the platform is asked about a job now. A later time than the longest wait comes from a clock that was ahead, and
 * the job must not wait until all clocks have caught up.
 */
export const isDue = ({ next }: OpenJob, now: number): boolean => next <= now || next > now + longestWaitMs;

/** Returns whether this process may ask the platform about a job now. Of several processes, one gets true until `next`. */
export const takeTurn = (
  { store, prefix }: JobPlace,
  id: string,
  { now, next }: { now: number; next: number },
): Promise<boolean> =>
  recordsOf(store, openJobs).update(prefix + id, (mark): Changed<OpenJob, boolean> => {
    if (!mark || !isDue(mark, now)) return { value: mark, result: false };
    return { value: { next }, result: true };
  });

/** Stores how a job has ended. The first end stays. */
export async function endJob(place: JobPlace, id: string, end: JobEnd): Promise<StoredJob> {
  const job = await changeJob(place, id, (known) => (known.ended ? known : { ...known, ended: end }));
  await removeMark(place, id);
  return job;
}

/** Forgets a job that has requested nothing. */
export async function forgetJob(place: JobPlace, id: string, hash: string): Promise<void> {
  const { store, prefix } = place;
  const gone = { value: undefined, result: undefined };
  await removeMark(place, id);
  await recordsOf(store, lastJobs).update(prefix + hash, (last) =>
    last?.id === id ? gone : { value: last, result: undefined },
  );
  await recordsOf(store, jobs).update(prefix + id, () => gone);
}

/** Returns the ids of the jobs that have not ended, at most `limit`. */
export async function idsOfOpenJobs({ store, prefix }: JobPlace, limit: number): Promise<string[]> {
  const start = `${openJobs.name}/${prefix}`;
  const keys = await withTimeLimit(store).list(start, undefined, limit).catch(throwUnavailable("read"));
  return keys.map((key) => key.slice(start.length));
}

export const removeMark = ({ store, prefix }: JobPlace, id: string): Promise<void> =>
  recordsOf(store, openJobs).update(prefix + id, () => ({ value: undefined, result: undefined }));

function changeJob(
  { store, prefix }: JobPlace,
  id: string,
  next: (job: StoredJob) => StoredJob,
): Promise<StoredJob> {
  return recordsOf(store, jobs).update(prefix + id, (job): Changed<StoredJob, StoredJob> => {
    if (!job) throw noJob(id);
    const value = next(job);
    return { value, result: value };
  });
}
