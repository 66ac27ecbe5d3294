/** Sessions that were ended before their time. Every method rejects with a `SqlError` where the storage fails. */
export interface EndedSessions {
  /** `until`: milliseconds since 1970 when the session would have ended by itself. */
  end(session: string, until: number): Promise<void>;
  has(session: string): Promise<boolean>;
}
