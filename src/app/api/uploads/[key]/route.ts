import { handleStore } from "@/api/uploads";

export { handleStore as HEAD, handleStore as PUT };
