/** One line of the change history. */
export interface Change {
  /** Milliseconds since the epoch. */
  timestamp: number;
  entityType: string;
  changeType: string;
  entityId: string;
  previousValue: string;
  newValue: string;
  metadata: Record<string, string>;
}
