import { handleAuth } from "@/api/login";

export { handleAuth as GET, handleAuth as POST };
