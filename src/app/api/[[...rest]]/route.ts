import { handleRest } from "@/http/rest";

// Next drops the length of a streamed response; src/main/next-responses.mjs restores it.
async function handleRead(request: Request): Promise<Response> {
  const answer = await handleRest(request);
  const length = answer.headers.get("content-length");
  if (length !== null) answer.headers.set("x-content-length", length);
  return answer;
}

export {
  handleRead as GET,
  handleRead as HEAD,
  handleRest as DELETE,
  handleRest as OPTIONS,
  handleRest as PATCH,
  handleRest as POST,
  handleRest as PUT,
};
