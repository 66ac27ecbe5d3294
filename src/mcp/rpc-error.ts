/** An error that is sent to the client unchanged: JSON-RPC's `code`, `message` and `data`. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: object | undefined;
  /** A sentence for a model, if the message is fixed and says little. Not sent with the error. */
  readonly advice: string | undefined;

  constructor(code: number, message: string, data?: object, advice?: string) {
    super(message);
    this.advice = advice;
    this.code = code;
    this.data = data;
  }
}
