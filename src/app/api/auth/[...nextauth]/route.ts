import { handleAuth } from "@/http/next-auth";

export { handleAuth as GET, handleAuth as POST };
