import { sentence } from "./prepare.mjs";

/**
 * Makes a server listen on a port.
 * @param {import("node:http").Server} server
 * @param {number} port
 * @throws StartError that says what to do if the port is not available
 */
export async function listenOn(server, port) {
  await new Promise((resolve, reject) => {
    server.once("error", (error) => {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EADDRINUSE")
        reject(sentence(`Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`));
      else if (code === "EACCES") reject(sentence(`Port ${port} needs root privileges. Set PORT to 1024 or more.`));
      else reject(error);
    });
    server.listen(port, () => resolve(undefined));
  });
}
