import { handleAuth } from "@/api/session";

export { handleAuth as GET, handleAuth as POST };
