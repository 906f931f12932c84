import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** An address of PostgreSQL that moves to another server, like that of a load balancer. */
export interface MovingAddress {
  /** Returns the URL of a database at this address. */
  url(database: string): string;
  /** Breaks all connections. New ones lead to another socket. */
  moveTo(socket: string): void;
  close(): Promise<void>;
}

export async function openAddress(first: string): Promise<MovingAddress> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(target);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.on("error", () => {}).on("close", () => (open.delete(one), other.destroy()));
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const breakAll = () => {
    for (const one of open) one.destroy();
  };
  return {
    url: (database) => `postgresql://service@127.0.0.1:${port}/${database}`,
    moveTo(socket) {
      target = socket;
      breakAll();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        breakAll();
      }),
  };
}
