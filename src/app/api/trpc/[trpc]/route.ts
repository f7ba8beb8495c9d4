import { handleTrpc } from "@/api/trpc";

export { handleTrpc as GET, handleTrpc as POST };
