/** Runs an upload. Until it ends, the browser asks before it closes the tab, even if the page of the upload was left. */
export async function untilSent<Result>(work: () => Promise<Result>): Promise<Result> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  window.addEventListener("beforeunload", ask);
  try {
    return await work();
  } finally {
    window.removeEventListener("beforeunload", ask);
  }
}
