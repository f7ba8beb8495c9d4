import { sentence } from "./prepare.mjs";

/**
 * Has a server listen on a port.
 * @param {import("node:http").Server} server
 * @param {number} port
 * @throws StartError that says what to do where the port cannot be had
 */
export async function listenOn(server, port) {
  await new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EADDRINUSE")
        reject(sentence(`Port ${port} is in use; stop what uses it, or set PORT to another one.`));
      else if (code === "EACCES")
        reject(sentence(`Port ${port} may not be used by this account; set PORT to 1024 or more.`));
      else reject(error);
    });
    server.listen(port, () => resolve(undefined));
  });
}
