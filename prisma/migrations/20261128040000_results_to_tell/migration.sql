-- When the emails about an added result leave, until they are ordered: a job alone is lost for hours where its process is killed.
alter table results add column tell_at timestamptz(3);
create index results_to_tell on results (id) where tell_at is not null;
