import "server-only";
import type { PostgresSchema } from "./migrate-postgres";

/**
 * Tables and functions of the paid searches (`SearchState`).
 *
 * Each method is one function, so that a decision and what it takes are one statement and one
 * transaction. Its inputs and its result are JSON objects named as in lib/state/search-state.ts.
 *
 * **Locks.** Functions take them in one order, so that none waits in a circle: the query, the
 * visitor, the suspension's row, the ledger. Query, visitor and ledger are advisory locks (class,
 * hash). After a lock, every statement sees what was committed while the function waited, because
 * the isolation level is READ COMMITTED. The clean-up skips rows that are locked.
 *
 * **Time** is `vitrine.now_ms()`, and for the ledger `vitrine.steady_v1`, which does not follow jumps.
 * Simulations replace `now_ms` and `monotonic_ms`.
 */
const STEP_1 = `
CREATE FUNCTION vitrine.now_ms() RETURNS bigint LANGUAGE sql VOLATILE AS
$$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

-- The calling process's monotonic clock.
CREATE FUNCTION vitrine.monotonic_ms(callers_ms double precision) RETURNS double precision
LANGUAGE sql VOLATILE AS $$ SELECT callers_ms $$;

CREATE TABLE vitrine.answers (
  key text PRIMARY KEY,
  family text NOT NULL,
  count integer NOT NULL,
  answered_at_ms bigint NOT NULL,
  fresh_until_ms bigint NOT NULL,
  keep_until_ms bigint NOT NULL,
  bytes integer NOT NULL,
  body json NOT NULL
);
CREATE INDEX answers_family ON vitrine.answers (family, count);
CREATE INDEX answers_end ON vitrine.answers (keep_until_ms);
CREATE INDEX answers_age ON vitrine.answers (answered_at_ms, bytes);

CREATE TABLE vitrine.refusals (key text PRIMARY KEY, refused_until_ms bigint NOT NULL);

CREATE TABLE vitrine.leases (
  key text PRIMARY KEY,
  holder text,
  lease_until_ms bigint NOT NULL,
  failed_at_ms bigint,
  failure jsonb
);

CREATE TABLE vitrine.visitor_counts (
  visitor text PRIMARY KEY,
  minute_used integer NOT NULL,
  minute_ends_ms bigint NOT NULL,
  day_used integer NOT NULL,
  day_ends_ms bigint NOT NULL
);
CREATE INDEX visitor_counts_end ON vitrine.visitor_counts (day_ends_ms);

CREATE TABLE vitrine.suspensions (
  fingerprint text PRIMARY KEY,
  code text NOT NULL,
  suspended_until_ms bigint NOT NULL,
  duration_ms bigint NOT NULL
);

-- The ledger. Days are counted from 1970-01-01, in UTC.
CREATE TABLE vitrine.spent_days (
  service text NOT NULL,
  day integer NOT NULL,
  searches integer NOT NULL,
  PRIMARY KEY (service, day)
);
CREATE TABLE vitrine.spend_clocks (service text PRIMARY KEY, latest_ms bigint NOT NULL);
CREATE TABLE vitrine.spend_reservations (
  id text PRIMARY KEY,
  service text NOT NULL,
  day integer NOT NULL
);

CREATE FUNCTION vitrine.lock_v1(class integer, name text) RETURNS void LANGUAGE sql AS
$$ SELECT pg_advisory_xact_lock(class, hashtext(name)) $$;

CREATE FUNCTION vitrine.seconds_until_v1(until_ms bigint, from_ms bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE AS
$$ SELECT greatest(1, ceil((until_ms - from_ms) / 1000.0))::bigint $$;

CREATE FUNCTION vitrine.utc_date_v1(
  at_ms bigint, OUT day integer, OUT first_of_month integer, OUT first_of_next integer
) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  epoch CONSTANT date := date '1970-01-01';
  today date;
  first date;
BEGIN
  day := floor(at_ms / 86400000.0);
  today := epoch + day;
  first := make_date(extract(year FROM today)::integer, extract(month FROM today)::integer, 1);
  first_of_month := first - epoch;
  first_of_next := (first + interval '1 month')::date - epoch;
END $$;

-- dayAllowance of lib/core/limits/budget-pacing.ts, with the same floating-point steps.
CREATE FUNCTION vitrine.day_allowance_v1(month_limit bigint, used_before bigint, at_ms bigint)
RETURNS bigint LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  today record;
  remaining bigint := greatest(0, month_limit - used_before);
  days_left integer;
  even_share double precision;
  kept_a_day double precision;
BEGIN
  SELECT * INTO today FROM vitrine.utc_date_v1(at_ms);
  days_left := today.first_of_next - today.day;
  even_share := remaining::double precision / days_left;
  kept_a_day := least(
    floor(month_limit::double precision / (today.first_of_next - today.first_of_month) * 0.25),
    floor(even_share)
  );
  RETURN least(ceil(even_share * 3), remaining - kept_a_day * (days_left - 1));
END $$;

-- decideSpending of lib/core/limits/budget-pacing.ts. The reason is null if the search is allowed.
CREATE FUNCTION vitrine.decide_spending_v1(
  used_this_month bigint, used_today bigint, month_limit bigint, is_paced boolean, at_ms bigint,
  OUT reason text, OUT retry_after_seconds bigint
) LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  today record;
  until_day bigint;
BEGIN
  SELECT * INTO today FROM vitrine.utc_date_v1(at_ms);
  IF used_this_month >= month_limit THEN
    reason := 'month';
    until_day := today.first_of_next;
  ELSIF is_paced AND used_today
      >= vitrine.day_allowance_v1(month_limit, used_this_month - used_today, at_ms) THEN
    reason := 'day';
    until_day := today.day + 1;
  END IF;
  IF until_day IS NOT NULL THEN
    retry_after_seconds := vitrine.seconds_until_v1(until_day * 86400000, at_ms);
  END IF;
END $$;

-- createSteadyClock of lib/state/steady-clock.ts over this server's clock and the caller's monotonic
-- one. The caller keeps the clock's memory: it sends what the last call returned.
CREATE FUNCTION vitrine.steady_v1(clock jsonb, OUT steady_ms bigint, OUT next_clock jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  tolerance_ms CONSTANT integer := 120000;
  confirm_ms CONSTANT integer := 600000;
  now_ms bigint := vitrine.now_ms();
  monotonic_ms double precision := vitrine.monotonic_ms((clock->>'callersMs')::double precision);
  expected_ms bigint := (clock->>'wallMs')::bigint
    + floor(monotonic_ms - (clock->>'monotonicMs')::double precision)::bigint;
  jump_ms bigint := now_ms - expected_ms;
  doubt_jump_ms bigint;
  doubt_since_ms double precision;
BEGIN
  IF jump_ms > tolerance_ms THEN
    doubt_jump_ms := (clock->>'doubtJumpMs')::bigint;
    doubt_since_ms := (clock->>'doubtSinceMs')::double precision;
    IF doubt_jump_ms IS NULL OR abs(jump_ms - doubt_jump_ms) > tolerance_ms THEN
      doubt_jump_ms := jump_ms;
      doubt_since_ms := monotonic_ms;
    END IF;
  END IF;
  IF jump_ms < -tolerance_ms OR monotonic_ms - doubt_since_ms < confirm_ms THEN
    steady_ms := expected_ms;
    next_clock := jsonb_build_object('wallMs', clock->'wallMs', 'monotonicMs', clock->'monotonicMs',
      'doubtJumpMs', doubt_jump_ms, 'doubtSinceMs', doubt_since_ms);
  ELSE
    steady_ms := now_ms;
    next_clock := jsonb_build_object('wallMs', now_ms, 'monotonicMs', monotonic_ms);
  END IF;
  steady_ms := greatest(steady_ms, (clock->>'latestMs')::bigint);
  next_clock := next_clock || jsonb_build_object('latestMs', steady_ms);
END $$;

-- BudgetUsage, and the caller's clock. Days after today are those that a clock ahead has counted.
CREATE FUNCTION vitrine.usage_v1(settings jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  its_service text := settings->>'service';
  steady record;
  at_ms bigint;
  today record;
  used record;
BEGIN
  SELECT * INTO steady FROM vitrine.steady_v1(settings->'clock');
  SELECT greatest(steady.steady_ms, max(latest_ms)) INTO at_ms
    FROM vitrine.spend_clocks WHERE service = its_service;
  SELECT * INTO today FROM vitrine.utc_date_v1(at_ms);
  SELECT coalesce(sum(searches), 0) AS this_month,
         coalesce(sum(searches) FILTER (WHERE day >= today.day), 0) AS today
    INTO used FROM vitrine.spent_days WHERE service = its_service AND day >= today.first_of_month;
  RETURN jsonb_build_object('atMs', at_ms, 'usedThisMonth', used.this_month,
    'usedToday', used.today, 'clock', steady.next_clock);
END $$;

CREATE FUNCTION vitrine.find_v1(settings jsonb, lookup jsonb, OUT result jsonb, OUT body text)
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.now_ms();
  its_key text := lookup->>'key';
  best record;
BEGIN
  SELECT * INTO best FROM (
    SELECT *, fresh_until_ms > now_ms
        AND coalesce(answered_at_ms >= now_ms - (lookup->>'ageMsMax')::bigint, true) AS is_fresh
      FROM vitrine.answers
      WHERE (key = its_key
          OR family = lookup->>'family' AND count > (lookup->>'count')::integer)
        AND keep_until_ms > now_ms
    ) servable
    ORDER BY is_fresh DESC, is_fresh AND key = its_key DESC, answered_at_ms DESC LIMIT 1;
  body := best.body;
  result := jsonb_build_object(
    'answer', CASE WHEN best.key IS NOT NULL THEN jsonb_build_object(
      'key', best.key, 'count', best.count, 'answeredAtMs', best.answered_at_ms,
      'freshUntilMs', best.fresh_until_ms, 'keepUntilMs', best.keep_until_ms) END,
    'isFresh', coalesce(best.is_fresh, false),
    'isRefused', best.is_fresh IS NOT TRUE AND EXISTS (
      SELECT FROM vitrine.refusals WHERE key = its_key AND refused_until_ms > now_ms),
    'usage', vitrine.usage_v1(settings),
    'nowMs', now_ms
  );
END $$;

CREATE FUNCTION vitrine.suspension_v1(settings jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.now_ms();
BEGIN
  RETURN (
    SELECT jsonb_build_object('code', code, 'suspendedUntilMs', suspended_until_ms,
      'durationMs', duration_ms,
      'retryAfterSeconds', vitrine.seconds_until_v1(suspended_until_ms, now_ms))
    FROM vitrine.suspensions
    WHERE fingerprint = settings->>'fingerprint' AND suspended_until_ms > now_ms
  );
END $$;

CREATE FUNCTION vitrine.admit_v1(settings jsonb, search jsonb, OUT result jsonb, OUT body text)
LANGUAGE plpgsql AS $$
DECLARE
  its_key text := search->>'key';
  its_visitor text := search->>'visitor';
  limits jsonb := settings->'visitorLimits';
  seen jsonb;
  now_ms bigint;
  lease record;
  counts record;
  suspension jsonb;
  probed record;
BEGIN
  -- The first round only reads: most searches, and all that wait for a call, end in it.
  FOR has_locks IN 0..1 LOOP
    IF has_locks = 1 THEN
      PERFORM vitrine.lock_v1(1, its_key);
      PERFORM vitrine.lock_v1(2, its_visitor);
    END IF;
    SELECT f.result, f.body INTO seen, body FROM vitrine.find_v1(settings, search) f;
    now_ms := (seen->>'nowMs')::bigint;
    IF (seen->>'isFresh')::boolean THEN
      result := seen || '{"outcome": "fresh"}';
      RETURN;
    END IF;
    IF (seen->>'isRefused')::boolean AND NOT (search->>'ignoresRefusal')::boolean THEN
      result := seen || '{"outcome": "refused"}';
      RETURN;
    END IF;
    SELECT * INTO lease FROM vitrine.leases WHERE key = its_key;
    IF lease.failed_at_ms >= (search->>'waitingSinceMs')::bigint THEN
      result := seen || jsonb_build_object('outcome', 'failed', 'failure', lease.failure);
      RETURN;
    END IF;
    IF lease.lease_until_ms > now_ms THEN
      result := seen || '{"outcome": "pending"}';
      RETURN;
    END IF;
    suspension := vitrine.suspension_v1(settings);
    IF suspension IS NOT NULL THEN
      result := seen || jsonb_build_object('outcome', 'suspended', 'suspension', suspension);
      RETURN;
    END IF;
    SELECT CASE WHEN minute_ends_ms > now_ms THEN minute_used ELSE 0 END AS minute_used,
           CASE WHEN minute_ends_ms > now_ms THEN minute_ends_ms ELSE now_ms + 60000 END AS minute_ends_ms,
           CASE WHEN day_ends_ms > now_ms THEN day_used ELSE 0 END AS day_used,
           CASE WHEN day_ends_ms > now_ms THEN day_ends_ms ELSE now_ms + 86400000 END AS day_ends_ms
      INTO counts FROM vitrine.visitor_counts WHERE visitor = its_visitor;
    IF counts.minute_used >= (limits->>'perMinute')::bigint THEN
      result := seen || jsonb_build_object('outcome', 'limited', 'limit', 'minute',
        'retryAfterSeconds', vitrine.seconds_until_v1(counts.minute_ends_ms, now_ms));
      RETURN;
    END IF;
    IF counts.day_used >= (limits->>'perDay')::bigint THEN
      result := seen || jsonb_build_object('outcome', 'limited', 'limit', 'day',
        'retryAfterSeconds', vitrine.seconds_until_v1(counts.day_ends_ms, now_ms));
      RETURN;
    END IF;
  END LOOP;

  -- A suspension whose time is over: one caller of all becomes the probe.
  SELECT * INTO probed FROM vitrine.suspensions
    WHERE fingerprint = settings->>'fingerprint' FOR UPDATE;
  IF probed.suspended_until_ms > now_ms THEN
    result := seen || jsonb_build_object('outcome', 'suspended', 'suspension',
      vitrine.suspension_v1(settings));
    RETURN;
  END IF;
  UPDATE vitrine.suspensions SET suspended_until_ms = now_ms + (search->>'probeMs')::bigint
    WHERE fingerprint = probed.fingerprint;
  INSERT INTO vitrine.visitor_counts (visitor, minute_used, minute_ends_ms, day_used, day_ends_ms)
    VALUES (its_visitor,
      coalesce(counts.minute_used, 0) + 1, coalesce(counts.minute_ends_ms, now_ms + 60000),
      coalesce(counts.day_used, 0) + 1, coalesce(counts.day_ends_ms, now_ms + 86400000))
    ON CONFLICT (visitor) DO UPDATE SET
      minute_used = excluded.minute_used, minute_ends_ms = excluded.minute_ends_ms,
      day_used = excluded.day_used, day_ends_ms = excluded.day_ends_ms;
  INSERT INTO vitrine.leases (key, holder, lease_until_ms)
    VALUES (its_key, search->>'holder', now_ms + (search->>'leaseMs')::bigint)
    ON CONFLICT (key) DO UPDATE SET holder = excluded.holder,
      lease_until_ms = excluded.lease_until_ms, failed_at_ms = NULL, failure = NULL;
  result := seen || jsonb_build_object('outcome', 'acquired', 'probed',
    CASE WHEN probed.fingerprint IS NOT NULL THEN jsonb_build_object('code', probed.code,
      'suspendedUntilMs', probed.suspended_until_ms, 'durationMs', probed.duration_ms,
      'retryAfterSeconds', vitrine.seconds_until_v1(probed.suspended_until_ms, now_ms)) END);
EXCEPTION WHEN read_only_sql_transaction OR disk_full OR lock_not_available THEN
  result := seen || '{"outcome": "read-only"}';
END $$;

CREATE FUNCTION vitrine.reserve_v1(settings jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  its_service text := settings->>'service';
  usage jsonb;
  verdict record;
  today integer;
  its_id text := gen_random_uuid();
BEGIN
  PERFORM vitrine.lock_v1(3, its_service);
  usage := vitrine.usage_v1(settings);
  SELECT * INTO verdict FROM vitrine.decide_spending_v1(
    (usage->>'usedThisMonth')::bigint, (usage->>'usedToday')::bigint,
    (settings->'budget'->>'limit')::bigint, (settings->'budget'->>'isPaced')::boolean,
    (usage->>'atMs')::bigint);
  IF verdict.reason IS NOT NULL THEN
    RETURN jsonb_build_object('isGranted', false, 'reason', verdict.reason,
      'retryAfterSeconds', verdict.retry_after_seconds, 'usage', usage);
  END IF;
  today := (vitrine.utc_date_v1((usage->>'atMs')::bigint)).day;
  INSERT INTO vitrine.spent_days AS d (service, day, searches) VALUES (its_service, today, 1)
    ON CONFLICT (service, day) DO UPDATE SET searches = d.searches + 1;
  INSERT INTO vitrine.spend_clocks (service, latest_ms)
    VALUES (its_service, (usage->>'atMs')::bigint)
    ON CONFLICT (service) DO UPDATE SET latest_ms = excluded.latest_ms;
  INSERT INTO vitrine.spend_reservations (id, service, day) VALUES (its_id, its_service, today);
  RETURN jsonb_build_object('isGranted', true, 'id', its_id, 'usage', usage || jsonb_build_object(
    'usedThisMonth', (usage->>'usedThisMonth')::bigint + 1,
    'usedToday', (usage->>'usedToday')::bigint + 1));
END $$;

CREATE FUNCTION vitrine.renew_v1(lease jsonb) RETURNS void LANGUAGE sql AS $$
  UPDATE vitrine.leases SET lease_until_ms = vitrine.now_ms() + (lease->>'leaseMs')::bigint
  WHERE key = lease->>'key' AND holder = lease->>'holder'
$$;

-- Deletes what has expired, then the oldest answers until all fit; a bounded number of rows each.
CREATE FUNCTION vitrine.purge_v1(answer_bytes_max bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.now_ms();
  rows_max CONSTANT integer := 1000;
  surplus bigint;
BEGIN
  DELETE FROM vitrine.answers WHERE key IN (SELECT key FROM vitrine.answers
    WHERE keep_until_ms <= now_ms LIMIT rows_max FOR UPDATE SKIP LOCKED);
  SELECT coalesce(sum(bytes), 0) - answer_bytes_max INTO surplus FROM vitrine.answers;
  IF surplus > 0 THEN
    DELETE FROM vitrine.answers WHERE key IN (
      SELECT key FROM vitrine.answers WHERE key IN (
        SELECT key FROM (
          SELECT key, sum(bytes) OVER (ORDER BY answered_at_ms, key) - bytes AS older_bytes
          FROM vitrine.answers) oldest
        WHERE older_bytes < surplus LIMIT rows_max)
      FOR UPDATE SKIP LOCKED);
  END IF;
  DELETE FROM vitrine.refusals WHERE key IN (SELECT key FROM vitrine.refusals
    WHERE refused_until_ms <= now_ms LIMIT rows_max FOR UPDATE SKIP LOCKED);
  -- Only waiting processes need a failure, and they wait for seconds.
  DELETE FROM vitrine.leases WHERE key IN (SELECT key FROM vitrine.leases
    WHERE greatest(lease_until_ms, failed_at_ms) < now_ms - 60000
    LIMIT rows_max FOR UPDATE SKIP LOCKED);
  DELETE FROM vitrine.visitor_counts WHERE visitor IN (SELECT visitor FROM vitrine.visitor_counts
    WHERE day_ends_ms <= now_ms LIMIT rows_max FOR UPDATE SKIP LOCKED);
  -- A reservation that a crash left open; its search stays counted.
  DELETE FROM vitrine.spend_reservations WHERE id IN (SELECT id FROM vitrine.spend_reservations
    WHERE day < (vitrine.utc_date_v1(now_ms)).day - 1 LIMIT rows_max FOR UPDATE SKIP LOCKED);
END $$;

CREATE FUNCTION vitrine.is_json_v1(body text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN body::json IS NOT NULL;
EXCEPTION WHEN invalid_text_representation THEN
  RETURN false;
END $$;

CREATE FUNCTION vitrine.finish_v1(settings jsonb, ending jsonb, answer_body text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  its_key text := ending->>'key';
  its_visitor text := ending->>'refundedVisitor';
  its_fingerprint text := settings->>'fingerprint';
  answer jsonb := ending->'answer';
  now_ms bigint;
  reserved record;
BEGIN
  PERFORM vitrine.lock_v1(1, its_key);
  IF its_visitor IS NOT NULL THEN PERFORM vitrine.lock_v1(2, its_visitor); END IF;
  now_ms := vitrine.now_ms();
  IF vitrine.is_json_v1(answer_body) THEN
    INSERT INTO vitrine.answers
        (key, family, count, answered_at_ms, fresh_until_ms, keep_until_ms, bytes, body)
      VALUES (its_key, answer->>'family', (answer->>'count')::integer, now_ms,
        now_ms + (answer->>'freshMs')::bigint, now_ms + (answer->>'keepMs')::bigint,
        octet_length(answer_body), answer_body::json)
      ON CONFLICT (key) DO UPDATE SET family = excluded.family, count = excluded.count,
        answered_at_ms = excluded.answered_at_ms, fresh_until_ms = excluded.fresh_until_ms,
        keep_until_ms = excluded.keep_until_ms, bytes = excluded.bytes, body = excluded.body;
  END IF;
  IF (ending->>'refusedMs') IS NOT NULL THEN
    INSERT INTO vitrine.refusals (key, refused_until_ms)
      VALUES (its_key, now_ms + (ending->>'refusedMs')::bigint)
      ON CONFLICT (key) DO UPDATE SET refused_until_ms = excluded.refused_until_ms;
  END IF;
  UPDATE vitrine.visitor_counts SET day_used = day_used - 1
    WHERE visitor = its_visitor AND day_used > 0 AND day_ends_ms > now_ms;
  IF ending->>'suspension' = 'lift' THEN
    DELETE FROM vitrine.suspensions WHERE fingerprint = its_fingerprint;
  ELSIF jsonb_typeof(ending->'suspension') = 'object' THEN
    IF (ending->'suspension'->>'wasProbe')::boolean THEN
      DELETE FROM vitrine.suspensions WHERE fingerprint = its_fingerprint;
    END IF;
    INSERT INTO vitrine.suspensions AS s (fingerprint, code, suspended_until_ms, duration_ms)
      VALUES (its_fingerprint, ending->'suspension'->>'code',
        now_ms + (ending->'suspension'->>'durationMs')::bigint,
        (ending->'suspension'->>'durationMs')::bigint)
      ON CONFLICT (fingerprint) DO UPDATE SET code = excluded.code,
        duration_ms = excluded.duration_ms, suspended_until_ms = excluded.suspended_until_ms
      -- Of two suspensions the later end counts.
      WHERE excluded.suspended_until_ms > s.suspended_until_ms;
  END IF;
  DELETE FROM vitrine.spend_reservations WHERE id = ending->'reservation'->>'id' AND service = settings->>'service'
    RETURNING service, day INTO reserved;
  IF FOUND AND NOT (ending->'reservation'->>'wasSent')::boolean THEN
    -- \`mendClock\` may have moved the entry to another day since; then it stays counted.
    UPDATE vitrine.spent_days SET searches = searches - 1
      WHERE service = reserved.service AND day = reserved.day AND searches > 0;
  END IF;
  IF jsonb_typeof(ending->'failure') = 'object' THEN
    UPDATE vitrine.leases SET holder = NULL, lease_until_ms = 0, failed_at_ms = now_ms,
      failure = ending->'failure' WHERE key = its_key AND holder = ending->>'holder';
  ELSE
    DELETE FROM vitrine.leases WHERE key = its_key AND holder = ending->>'holder';
  END IF;
  IF random() < 0.02 THEN
    PERFORM vitrine.purge_v1((settings->>'answerBytesMax')::bigint);
  END IF;
  RETURN jsonb_build_object('nowMs', now_ms, 'usage', vitrine.usage_v1(settings));
END $$;

CREATE FUNCTION vitrine.lift_v1(settings jsonb) RETURNS void LANGUAGE sql AS $$
  DELETE FROM vitrine.suspensions WHERE fingerprint = settings->>'fingerprint'
$$;

CREATE FUNCTION vitrine.mend_clock_v1(settings jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  its_service text := settings->>'service';
  now_ms bigint;
  today integer;
  moved bigint;
BEGIN
  PERFORM vitrine.lock_v1(3, its_service);
  now_ms := vitrine.now_ms();
  today := (vitrine.utc_date_v1(now_ms)).day;
  WITH later AS (
    DELETE FROM vitrine.spent_days WHERE service = its_service AND day > today RETURNING searches
  ) SELECT coalesce(sum(searches), 0) INTO moved FROM later;
  INSERT INTO vitrine.spent_days AS d (service, day, searches) VALUES (its_service, today, moved)
    ON CONFLICT (service, day) DO UPDATE SET searches = d.searches + excluded.searches;
  UPDATE vitrine.spend_clocks SET latest_ms = now_ms WHERE service = its_service;
  RETURN moved;
END $$;
`;

/** The text of shared searches; null unless the operator shares them. */
const STEP_2 = `
ALTER TABLE vitrine.answers ADD COLUMN query text;
CREATE INDEX answers_recent ON vitrine.answers (answered_at_ms) WHERE query IS NOT NULL;

CREATE FUNCTION vitrine.recent_v1(count_max integer) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.now_ms();
BEGIN
  RETURN (
    SELECT jsonb_build_object('nowMs', now_ms, 'answers',
      coalesce(jsonb_agg(jsonb_build_object('key', key, 'count', count,
        'answeredAtMs', answered_at_ms, 'freshUntilMs', fresh_until_ms,
        'keepUntilMs', keep_until_ms, 'query', query, 'body', body::text)
        ORDER BY answered_at_ms DESC), '[]'))
    FROM (
      SELECT * FROM vitrine.answers WHERE query IS NOT NULL AND fresh_until_ms > now_ms
      ORDER BY answered_at_ms DESC LIMIT count_max
    ) AS newest
  );
END $$;

CREATE FUNCTION vitrine.visitor_usage_v1(settings jsonb, its_visitor text) RETURNS jsonb
LANGUAGE plpgsql AS $$
BEGIN
  RETURN jsonb_build_object(
    'usedToday', coalesce((SELECT day_used FROM vitrine.visitor_counts
      WHERE visitor = its_visitor AND day_ends_ms > vitrine.now_ms()), 0),
    'usage', vitrine.usage_v1(settings));
END $$;

CREATE FUNCTION vitrine.finish_v2(settings jsonb, ending jsonb, answer_body text) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  finished jsonb := vitrine.finish_v1(settings, ending, answer_body);
BEGIN
  IF answer_body IS NULL THEN
    RETURN finished;
  END IF;
  IF (settings->>'keepsQueries')::boolean THEN
    UPDATE vitrine.answers SET query = ending->'answer'->>'query' WHERE key = ending->>'key';
  ELSE
    UPDATE vitrine.answers SET query = NULL WHERE query IS NOT NULL;
  END IF;
  RETURN finished;
END $$;
`;

const STEP_3 = `
CREATE FUNCTION vitrine.spent_days_v1(settings jsonb) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  usage jsonb := vitrine.usage_v1(settings);
BEGIN
  RETURN jsonb_build_object('usage', usage, 'days', (
    SELECT coalesce(jsonb_agg(jsonb_build_object('day', d.day, 'searches', d.searches)
      ORDER BY d.day), '[]')
    FROM vitrine.spent_days AS d, vitrine.utc_date_v1((usage->>'atMs')::bigint) AS today
    WHERE d.service = settings->>'service' AND d.day >= today.first_of_month
  ));
END $$;
`;

export const SEARCH_SCHEMA: PostgresSchema = {
  part: "searches",
  steps: [STEP_1, STEP_2, STEP_3],
};
