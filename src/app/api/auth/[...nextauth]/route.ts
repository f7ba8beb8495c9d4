import { handleAuth } from "@/http/next-auth";

// Next would answer the other methods without a body.
export { handleAuth as DELETE, handleAuth as GET, handleAuth as PATCH, handleAuth as POST, handleAuth as PUT };
