import { handleRest } from "@/http/rest";

// Otherwise NextAuth's catch-all beside this folder would respond.
export {
  handleRest as DELETE,
  handleRest as GET,
  handleRest as HEAD,
  handleRest as OPTIONS,
  handleRest as PATCH,
  handleRest as POST,
  handleRest as PUT,
};
