import { handleTrpc } from "@/http/trpc";

export { handleTrpc as GET, handleTrpc as POST };
