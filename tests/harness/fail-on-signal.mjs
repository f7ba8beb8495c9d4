// Loaded into a product under test (`node --import`): throws like buggy code.
import { ServerResponse } from "node:http";

const fault = () => new Error("asha.rao@example.org could not be saved");

process.on("SIGUSR2", () => {
  throw fault();
});
process.on("SIGWINCH", () => {
  void Promise.reject(fault());
});

// Within a request, where Next leaves rejected promises.
const { end } = ServerResponse.prototype;
/** @type {(...args: any[]) => any} */
ServerResponse.prototype.end = function endAndFail(...args) {
  if (this.req.url?.includes("fail-on-answer")) void Promise.reject(fault());
  return end.apply(this, /** @type {any} */ (args));
};
