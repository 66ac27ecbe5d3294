/** Sessions that were ended early. Every method rejects with a `SqlError` if the storage fails. */
export interface EndedSessions {
  /** `until`: when the session would have expired, in milliseconds since 1970. */
  end(session: string, until: number): Promise<void>;
  has(session: string): Promise<boolean>;
}
