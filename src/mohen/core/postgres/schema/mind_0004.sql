-- What is on a day that is asked for: of most that is known no day is.
CREATE INDEX knowledge_by_event ON knowledge (tenant, project_id, event_at)
  WHERE event_at IS NOT NULL;
