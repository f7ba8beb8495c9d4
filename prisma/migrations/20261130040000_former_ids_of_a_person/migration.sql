-- Of two entries that became one, the id that went stays with the person: an erasure is noted for both (decision 76).
CREATE TABLE "former_ids" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,

    CONSTRAINT "former_ids_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "former_ids_user_id_idx" ON "former_ids"("user_id");

ALTER TABLE "former_ids" ADD CONSTRAINT "former_ids_user_id_fkey" FOREIGN KEY ("user_id")
    REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
