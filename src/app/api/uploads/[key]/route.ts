import { handleStore } from "@/http/upload-handlers";

export { handleStore as HEAD, handleStore as PUT };
