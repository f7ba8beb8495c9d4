// Loaded into a product under test (`node --import`): makes it fail as code would that has a fault.
import { ServerResponse } from "node:http";

const fault = () => new Error("asha.rao@example.org could not be saved");

process.on("SIGUSR2", () => {
  throw fault();
});
process.on("SIGWINCH", () => {
  void Promise.reject(fault());
});

// Within a request, where Next leaves such promises behind.
const { end } = ServerResponse.prototype;
/** @type {(...words: any[]) => any} */
ServerResponse.prototype.end = function endAndFail(...words) {
  if (this.req.url?.includes("fail-on-answer")) void Promise.reject(fault());
  return end.apply(this, /** @type {any} */ (words));
};
