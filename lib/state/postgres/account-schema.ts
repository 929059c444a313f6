import "server-only";
import {
  ENDED_KEY_MS,
  ERROR_DAYS,
  INVITATION_MS,
  LAST_USE_MS,
  USAGE_DAYS,
} from "../account-records";
import type { PostgresSchema } from "./migrate-postgres";

/**
 * Tables and functions of accounts, keys, usage and the audit log (`AccountState`), after
 * `SEARCH_SCHEMA`, which has `vitrine.now_ms` and `vitrine.utc_date_v1`. Inputs and results are JSON
 * objects named as in lib/state/account-state.ts.
 *
 * **Locks.** What counts requests locks the account's row of `account_meters` first; a batch of
 * requests locks all of its accounts, in order. A change takes one advisory lock for all changes,
 * because each of them appends to the audit log; the deletion of an account then locks its meter.
 */
const STEP_1 = `
CREATE TABLE vitrine.accounts (
  id text PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  role text NOT NULL,
  plan text NOT NULL,
  is_suspended boolean NOT NULL DEFAULT false,
  created_at_ms bigint NOT NULL
);
CREATE INDEX accounts_age ON vitrine.accounts (created_at_ms, id);

CREATE TABLE vitrine.invitations (
  id text PRIMARY KEY,
  token_digest text NOT NULL UNIQUE,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL,
  plan text NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL
);

CREATE TABLE vitrine.api_keys (
  id text PRIMARY KEY,
  account text NOT NULL REFERENCES vitrine.accounts (id) ON DELETE CASCADE,
  digest text NOT NULL UNIQUE,
  name text NOT NULL,
  prefix text NOT NULL,
  scopes jsonb NOT NULL,
  sites jsonb NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint,
  revoked_at_ms bigint,
  last_used_at_ms bigint
);
CREATE INDEX api_keys_account ON vitrine.api_keys (account);
CREATE INDEX api_keys_age ON vitrine.api_keys (created_at_ms, id);

-- When the whole burst is there again, in microseconds: GCRA's theoretical arrival time.
CREATE TABLE vitrine.account_meters (
  account text PRIMARY KEY REFERENCES vitrine.accounts (id) ON DELETE CASCADE,
  full_at_us bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- Days are counted from 1970-01-01, in UTC.
CREATE TABLE vitrine.account_days (
  account text NOT NULL REFERENCES vitrine.accounts (id) ON DELETE CASCADE,
  day integer NOT NULL,
  searches integer NOT NULL,
  PRIMARY KEY (account, day)
) WITH (fillfactor = 50);
CREATE TABLE vitrine.account_errors (
  account text NOT NULL REFERENCES vitrine.accounts (id) ON DELETE CASCADE,
  day integer NOT NULL,
  status integer NOT NULL,
  count integer NOT NULL,
  last_at_ms bigint NOT NULL,
  PRIMARY KEY (account, day, status)
) WITH (fillfactor = 50);

CREATE TABLE vitrine.audit_events (
  sequence bigint PRIMARY KEY,
  at_ms bigint NOT NULL,
  actor text NOT NULL,
  came_from text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  details text NOT NULL,
  hash text NOT NULL
);
CREATE INDEX audit_events_subject ON vitrine.audit_events (subject, sequence);
CREATE FUNCTION vitrine.refuse_audit_change_v1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER audit_events_append_only
  BEFORE UPDATE OR DELETE OR TRUNCATE ON vitrine.audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION vitrine.refuse_audit_change_v1();

-- The hash is that of lib/state/audit-chain.ts. Needs the lock of begin_change_v1.
CREATE FUNCTION vitrine.append_audit_v1(
  now_ms bigint, by_whom jsonb, its_action text, its_subject text, its_details text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  last record;
  next_sequence bigint;
BEGIN
  SELECT sequence, hash INTO last FROM vitrine.audit_events ORDER BY sequence DESC LIMIT 1;
  next_sequence := coalesce(last.sequence, 0) + 1;
  INSERT INTO vitrine.audit_events VALUES (
    next_sequence, now_ms, by_whom->>'id', by_whom->>'from', its_action, its_subject, its_details,
    encode(sha256(convert_to(concat_ws(E'\\n', coalesce(last.hash, repeat('0', 64)), next_sequence,
      now_ms, by_whom->>'id', by_whom->>'from', its_action, its_subject, its_details), 'UTF8')), 'hex')
  );
END $$;

-- Begins a change: takes the lock, deletes what is old, returns the time.
CREATE FUNCTION vitrine.begin_change_v1() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint;
  today integer;
BEGIN
  PERFORM pg_advisory_xact_lock(4, 0);
  now_ms := vitrine.now_ms();
  today := floor(now_ms / 86400000.0);
  DELETE FROM vitrine.invitations WHERE expires_at_ms <= now_ms;
  DELETE FROM vitrine.api_keys
    WHERE least(revoked_at_ms, expires_at_ms) < now_ms - ${ENDED_KEY_MS}::bigint;
  DELETE FROM vitrine.account_days WHERE day < today - ${USAGE_DAYS};
  DELETE FROM vitrine.account_errors WHERE day < today - ${USAGE_DAYS};
  RETURN now_ms;
END $$;

CREATE FUNCTION vitrine.account_json_v1(its vitrine.accounts) RETURNS jsonb LANGUAGE sql IMMUTABLE AS
$$ SELECT jsonb_build_object('id', its.id, 'email', its.email, 'role', its.role, 'plan', its.plan,
  'createdAtMs', its.created_at_ms, 'isSuspended', its.is_suspended) $$;

CREATE FUNCTION vitrine.invitation_json_v1(its vitrine.invitations) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS
$$ SELECT jsonb_build_object('id', its.id, 'email', its.email, 'role', its.role, 'plan', its.plan,
  'createdAtMs', its.created_at_ms, 'expiresAtMs', its.expires_at_ms) $$;

CREATE FUNCTION vitrine.key_state_v1(its vitrine.api_keys, now_ms bigint) RETURNS text
LANGUAGE sql IMMUTABLE AS
$$ SELECT CASE WHEN its.revoked_at_ms <= now_ms THEN 'revoked'
  WHEN its.expires_at_ms <= now_ms THEN 'expired' ELSE 'active' END $$;

CREATE FUNCTION vitrine.key_json_v1(its vitrine.api_keys, now_ms bigint) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS
$$ SELECT jsonb_build_object('id', its.id, 'account', its.account, 'name', its.name,
  'prefix', its.prefix, 'scopes', its.scopes, 'sites', its.sites, 'createdAtMs', its.created_at_ms,
  'expiresAtMs', its.expires_at_ms, 'revokedAtMs', its.revoked_at_ms,
  'lastUsedAtMs', its.last_used_at_ms, 'state', vitrine.key_state_v1(its, now_ms)) $$;

CREATE FUNCTION vitrine.used_in_month_v1(its_account text, at_ms bigint) RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(searches), 0)
  FROM vitrine.account_days AS days, vitrine.utc_date_v1(at_ms) AS today
  WHERE account = its_account AND days.day >= today.first_of_month
    AND days.day < today.first_of_next
$$;

-- False: the id or the e-mail is taken.
CREATE FUNCTION vitrine.insert_account_v1(account jsonb, now_ms bigint) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO vitrine.accounts (id, email, email_key, role, plan, created_at_ms)
    VALUES (account->>'id', account->>'email', account->>'emailKey', account->>'role',
      account->>'plan', now_ms)
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO vitrine.account_meters (account) VALUES (account->>'id');
  RETURN true;
END $$;

CREATE FUNCTION vitrine.create_account_v1(account jsonb, by_whom jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
BEGIN
  IF NOT vitrine.insert_account_v1(account, now_ms) THEN RETURN false; END IF;
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'account.created',
    'account:' || (account->>'id'),
    json_build_object('role', account->'role', 'plan', account->'plan')::text);
  RETURN true;
END $$;

CREATE FUNCTION vitrine.change_account_v1(its_id text, change jsonb, by_whom jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
  its_subject text := 'account:' || its_id;
  before vitrine.accounts;
  after vitrine.accounts;
BEGIN
  SELECT * INTO before FROM vitrine.accounts WHERE id = its_id;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE vitrine.accounts SET
      plan = coalesce(change->>'plan', plan),
      role = coalesce(change->>'role', role),
      is_suspended = coalesce((change->>'isSuspended')::boolean, is_suspended)
    WHERE id = its_id RETURNING * INTO after;
  IF after.plan <> before.plan THEN
    PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'plan.changed', its_subject,
      json_build_object('from', before.plan, 'to', after.plan)::text);
  END IF;
  IF after.role <> before.role THEN
    PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'role.changed', its_subject,
      json_build_object('from', before.role, 'to', after.role)::text);
  END IF;
  IF after.is_suspended <> before.is_suspended THEN
    PERFORM vitrine.append_audit_v1(now_ms, by_whom,
      CASE WHEN after.is_suspended THEN 'account.suspended' ELSE 'account.resumed' END,
      its_subject, '{}');
  END IF;
  RETURN vitrine.account_json_v1(after);
END $$;

CREATE FUNCTION vitrine.delete_account_v1(its_id text, by_whom jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
BEGIN
  PERFORM FROM vitrine.account_meters WHERE account = its_id FOR UPDATE;
  DELETE FROM vitrine.accounts WHERE id = its_id;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'account.deleted', 'account:' || its_id, '{}');
  RETURN true;
END $$;

CREATE FUNCTION vitrine.accounts_v1(skipped bigint, at_most bigint) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.now_ms();
BEGIN
  RETURN jsonb_build_object(
    'count', (SELECT count(*) FROM vitrine.accounts),
    'accounts', (
      SELECT coalesce(jsonb_agg(vitrine.account_json_v1(page::vitrine.accounts)
        || jsonb_build_object(
          'usedThisMonth', vitrine.used_in_month_v1(page.id, now_ms),
          'keyCount', (SELECT count(*) FROM vitrine.api_keys
            WHERE account = page.id AND vitrine.key_state_v1(api_keys, now_ms) = 'active'))
        ORDER BY page.created_at_ms DESC, page.id COLLATE "C" DESC), '[]')
      FROM (SELECT * FROM vitrine.accounts ORDER BY created_at_ms DESC, id COLLATE "C" DESC
        LIMIT at_most OFFSET skipped) page));
END $$;

CREATE FUNCTION vitrine.invite_v1(invitation jsonb, by_whom jsonb) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
BEGIN
  INSERT INTO vitrine.invitations VALUES (invitation->>'id', invitation->>'tokenDigest',
    invitation->>'email', invitation->>'emailKey', invitation->>'role', invitation->>'plan',
    now_ms, now_ms + ${INVITATION_MS});
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'invitation.created',
    'invitation:' || (invitation->>'id'),
    json_build_object('role', invitation->'role', 'plan', invitation->'plan')::text);
END $$;

CREATE FUNCTION vitrine.withdraw_invitation_v1(its_id text, by_whom jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
BEGIN
  DELETE FROM vitrine.invitations WHERE id = its_id;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'invitation.withdrawn',
    'invitation:' || its_id, '{}');
  RETURN true;
END $$;

CREATE FUNCTION vitrine.accept_invitation_v1(its_digest text, account jsonb) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
  by_whom jsonb := jsonb_build_object('id', account->'id', 'from', account->'from');
  invitation vitrine.invitations;
BEGIN
  SELECT * INTO invitation FROM vitrine.invitations WHERE token_digest = its_digest;
  IF NOT FOUND OR invitation.email_key NOT IN ('', account->>'emailKey') THEN
    RETURN 'invalid';
  END IF;
  IF NOT vitrine.insert_account_v1(account
      || jsonb_build_object('role', invitation.role, 'plan', invitation.plan), now_ms) THEN
    RETURN 'taken';
  END IF;
  DELETE FROM vitrine.invitations WHERE id = invitation.id;
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'invitation.accepted',
    'invitation:' || invitation.id, json_build_object('account', account->'id')::text);
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'account.created',
    'account:' || (account->>'id'),
    json_build_object('role', invitation.role, 'plan', invitation.plan)::text);
  RETURN 'accepted';
END $$;

CREATE FUNCTION vitrine.insert_key_v1(key jsonb, now_ms bigint) RETURNS vitrine.api_keys
LANGUAGE sql AS $$
  INSERT INTO vitrine.api_keys
      (id, account, digest, name, prefix, scopes, sites, created_at_ms, expires_at_ms)
    VALUES (key->>'id', key->>'account', key->>'digest', key->>'name', key->>'prefix',
      key->'scopes', key->'sites', now_ms, (key->>'expiresAtMs')::bigint)
    RETURNING *
$$;

-- The plan of an id; '' is the plan of accounts whose own is not configured.
CREATE FUNCTION vitrine.plan_v1(plans jsonb, id text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS
$$ SELECT coalesce(plans->id, plans->'') $$;

CREATE FUNCTION vitrine.create_key_v1(plans jsonb, key jsonb, by_whom jsonb) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
  its_plan text;
  key_count bigint;
BEGIN
  SELECT plan INTO its_plan FROM vitrine.accounts WHERE id = key->>'account';
  IF NOT FOUND THEN RETURN 'no-account'; END IF;
  SELECT count(*) INTO key_count FROM vitrine.api_keys
    WHERE account = key->>'account' AND revoked_at_ms IS NULL
      AND vitrine.key_state_v1(api_keys, now_ms) = 'active';
  IF key_count >= (vitrine.plan_v1(plans, its_plan)->>'keysMax')::bigint THEN
    RETURN 'too-many';
  END IF;
  PERFORM vitrine.insert_key_v1(key, now_ms);
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'key.created', 'key:' || (key->>'id'),
    json_build_object('account', key->'account', 'scopes',
      (SELECT string_agg(scope, ' ') FROM jsonb_array_elements_text(key->'scopes') AS scope),
      'expiresAtMs', key->'expiresAtMs')::text);
  RETURN 'created';
END $$;

CREATE FUNCTION vitrine.keys_v1(its_account text, skipped bigint, at_most bigint) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.now_ms();
  since_ms bigint := now_ms - ${ENDED_KEY_MS}::bigint;
BEGIN
  RETURN jsonb_build_object(
    'count', (SELECT count(*) FROM vitrine.api_keys
      WHERE (its_account IS NULL OR account = its_account)
        AND coalesce(least(revoked_at_ms, expires_at_ms), since_ms) >= since_ms),
    'keys', (
      SELECT coalesce(jsonb_agg(vitrine.key_json_v1(page::vitrine.api_keys, now_ms)
        ORDER BY page.created_at_ms DESC, page.id COLLATE "C" DESC), '[]')
      FROM (SELECT * FROM vitrine.api_keys
        WHERE (its_account IS NULL OR account = its_account)
          AND coalesce(least(revoked_at_ms, expires_at_ms), since_ms) >= since_ms
        ORDER BY created_at_ms DESC, id COLLATE "C" DESC LIMIT at_most OFFSET skipped) page));
END $$;

CREATE FUNCTION vitrine.rotate_key_v1(rotation jsonb, by_whom jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
  before vitrine.api_keys;
  successor vitrine.api_keys;
  ends_at_ms bigint := now_ms + (rotation->>'overlapMs')::bigint;
BEGIN
  SELECT * INTO before FROM vitrine.api_keys
    WHERE id = rotation->>'id' AND account = coalesce(rotation->>'account', account);
  IF NOT FOUND OR vitrine.key_state_v1(before, now_ms) <> 'active' THEN RETURN NULL; END IF;
  UPDATE vitrine.api_keys SET revoked_at_ms = least(revoked_at_ms, ends_at_ms)
    WHERE id = before.id;
  successor := vitrine.insert_key_v1(
    vitrine.key_json_v1(before, now_ms) || (rotation->'successor'), now_ms);
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'key.rotated', 'key:' || before.id,
    json_build_object('account', before.account, 'successor', successor.id,
      'overlapMs', rotation->'overlapMs')::text);
  RETURN vitrine.key_json_v1(successor, now_ms);
END $$;

CREATE FUNCTION vitrine.revoke_key_v1(its_id text, its_account text, by_whom jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.begin_change_v1();
  before vitrine.api_keys;
BEGIN
  SELECT * INTO before FROM vitrine.api_keys
    WHERE id = its_id AND (its_account IS NULL OR account = its_account);
  IF NOT FOUND THEN RETURN false; END IF;
  IF vitrine.key_state_v1(before, now_ms) = 'revoked' THEN RETURN true; END IF;
  UPDATE vitrine.api_keys SET revoked_at_ms = now_ms WHERE id = its_id;
  PERFORM vitrine.append_audit_v1(now_ms, by_whom, 'key.revoked', 'key:' || its_id,
    json_build_object('account', before.account)::text);
  RETURN true;
END $$;

CREATE FUNCTION vitrine.record_v1(event jsonb, details text, by_whom jsonb) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM vitrine.append_audit_v1(vitrine.begin_change_v1(), by_whom, event->>'action',
    event->>'subject', details);
END $$;

-- AccountUsage, with the account's plan by its id.
CREATE FUNCTION vitrine.account_usage_v1(its_account text) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  now_ms bigint := vitrine.now_ms();
  today record;
BEGIN
  SELECT * INTO today FROM vitrine.utc_date_v1(now_ms);
  RETURN jsonb_build_object(
    'plan', (SELECT plan FROM vitrine.accounts WHERE id = its_account),
    'usedThisMonth', vitrine.used_in_month_v1(its_account, now_ms),
    'monthEndsAtMs', today.first_of_next * 86400000::bigint,
    'nowMs', now_ms,
    'days', (
      SELECT jsonb_agg(jsonb_build_object(
          'day', to_char(date '1970-01-01' + each, 'YYYY-MM-DD'),
          'searches', coalesce((SELECT searches FROM vitrine.account_days
            WHERE account = its_account AND day = each), 0),
          'errors', (SELECT coalesce(sum(count), 0) FROM vitrine.account_errors
            WHERE account = its_account AND day = each)
        ) ORDER BY each)
      FROM generate_series(today.first_of_month, today.day) AS each));
END $$;

CREATE FUNCTION vitrine.account_errors_v1(its_account text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object('status', status, 'count', total, 'lastAtMs', last)
    ORDER BY last DESC, status), '[]')
  FROM (
    SELECT status, sum(count) AS total, max(last_at_ms) AS last FROM vitrine.account_errors
    WHERE account = its_account
      AND day > floor(vitrine.now_ms() / 86400000.0)::integer - ${ERROR_DAYS}
    GROUP BY status
  ) each
$$;

-- The account may have been deleted since its search began.
CREATE FUNCTION vitrine.add_errors_v1(its_account text, its_status integer, added integer, now_ms bigint)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO vitrine.account_errors AS errors
    SELECT id, floor(now_ms / 86400000.0)::integer, its_status, added, now_ms
      FROM vitrine.accounts WHERE id = its_account
    ON CONFLICT (account, day, status) DO UPDATE
      SET count = errors.count + excluded.count, last_at_ms = excluded.last_at_ms
$$;

-- A search admitted at admitted_at_ms is taken back; null: none is.
CREATE FUNCTION vitrine.fail_request_v1(its_account text, its_status integer, admitted_at_ms bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM vitrine.account_meters WHERE account = its_account FOR UPDATE;
  UPDATE vitrine.account_days SET searches = searches - 1
    WHERE account = its_account AND day = floor(admitted_at_ms / 86400000.0) AND searches > 0;
  PERFORM vitrine.add_errors_v1(its_account, its_status, 1, vitrine.now_ms());
END $$;

-- KeyAdmission of each of the requests, in their order, with plans by their number. Decides as
-- lib/state/key-decision.ts does. What requests of one account change is written when the next
-- account's turn comes.
CREATE FUNCTION vitrine.admit_keys_v1(plans jsonb, requests jsonb) RETURNS jsonb
LANGUAGE plpgsql AS $$
DECLARE
  results jsonb[] := '{}';
  result jsonb;
  now_ms bigint;
  now_us bigint;
  today record;
  request jsonb;
  search jsonb;
  its_digest text;
  its_site text;
  key record;
  loaded_digest text;
  -- Of the account whose turn it is.
  loaded_account text;
  plan jsonb;
  plan_number integer;
  interval_us bigint;
  burst_us bigint;
  quota bigint;
  used bigint;
  stored_us bigint;
  full_us bigint;
  late_us bigint;
  added integer := 0;
  added_errors integer[] := '{0,0,0,0}';
  refused_by integer;
  parameter text;
BEGIN
  PERFORM FROM vitrine.account_meters WHERE account IN (
      SELECT account FROM vitrine.api_keys
      WHERE digest IN (SELECT value->>'digest' FROM jsonb_array_elements(requests))
    ) ORDER BY account FOR UPDATE;
  now_ms := vitrine.now_ms();
  now_us := now_ms * 1000;
  SELECT * INTO today FROM vitrine.utc_date_v1(now_ms);

  FOR request IN SELECT value FROM jsonb_array_elements(requests) LOOP
    its_digest := request->>'digest';
    search := nullif(request->'search', 'null');
    IF its_digest IS DISTINCT FROM loaded_digest THEN
      SELECT api_keys.*, accounts.plan AS plan_id, accounts.is_suspended INTO key
        FROM vitrine.api_keys JOIN vitrine.accounts ON accounts.id = api_keys.account
        WHERE digest = its_digest;
      loaded_digest := its_digest;
    END IF;
    IF key.id IS NULL THEN
      results := results || '{"outcome":"unknown"}'::jsonb;
      CONTINUE;
    END IF;

    IF key.account IS DISTINCT FROM loaded_account THEN
      PERFORM vitrine.write_meter_v1(
        loaded_account, today.day, added, stored_us, full_us, added_errors, now_ms);
      loaded_account := key.account;
      added := 0;
      added_errors := '{0,0,0,0}';
      plan := vitrine.plan_v1(plans, key.plan_id);
      plan_number := (plan->>'number')::integer;
      interval_us := (plan->>'intervalUs')::bigint;
      burst_us := (plan->>'burst')::bigint * interval_us;
      quota := (plan->>'searchesPerMonth')::bigint;
      used := vitrine.used_in_month_v1(loaded_account, now_ms);
      SELECT full_at_us INTO stored_us
        FROM vitrine.account_meters WHERE account = loaded_account;
      -- A clock that was ahead must not keep the account waiting for longer than its burst takes.
      full_us := least(greatest(stored_us, now_us), now_us + burst_us);
      IF stored_us < now_us THEN stored_us := full_us; END IF;
    END IF;

    refused_by := NULL;
    IF key.revoked_at_ms <= now_ms THEN
      result := '{"outcome":"revoked"}';
      refused_by := 1;
    ELSIF key.expires_at_ms <= now_ms THEN
      result := '{"outcome":"expired"}';
      refused_by := 1;
    ELSIF key.is_suspended THEN
      result := '{"outcome":"account-suspended"}';
      refused_by := 1;
    ELSE
      result := jsonb_build_object('keyId', key.id, 'account', key.account);
      its_site := search->>'site';
      IF NOT key.scopes ? (request->>'scope') THEN
        result := result || '{"outcome":"wrong-scope"}';
        refused_by := 3;
      ELSIF search IS NOT NULL AND jsonb_array_length(key.sites) > 0 AND NOT EXISTS (
          SELECT FROM jsonb_array_elements_text(key.sites) AS site
          WHERE its_site = site OR right(its_site, length(site) + 1) = '.' || site) THEN
        result := result
          || jsonb_build_object('outcome', 'site-not-allowed', 'sites', key.sites);
        refused_by := 3;
      ELSIF search IS NOT NULL THEN
        parameter := CASE
          WHEN (search->>'count')::integer > (plan->>'countMax')::integer THEN 'count'
          WHEN (search->>'isModerate')::boolean AND NOT (plan->>'moderate')::boolean
            THEN 'safesearch'
          WHEN its_site IS NOT NULL AND NOT (plan->>'site')::boolean THEN 'site'
          WHEN (search->>'isTransparent')::boolean AND NOT (plan->>'transparent')::boolean
            THEN 'transparent'
          END;
        late_us := full_us + interval_us - now_us - burst_us;
        IF parameter IS NOT NULL THEN
          result := result || jsonb_build_object('outcome', 'not-in-plan',
            'parameter', parameter, 'plan', plan_number);
          refused_by := 2;
        ELSIF used >= quota THEN
          result := result || jsonb_build_object('outcome', 'quota', 'retryAfterSeconds',
            vitrine.seconds_until_v1(today.first_of_next * 86400000::bigint, now_ms));
          refused_by := 4;
        ELSIF late_us > 0 THEN
          result := result || jsonb_build_object('outcome', 'rate', 'retryAfterSeconds',
            ceil(late_us / 1000000.0)::bigint);
          refused_by := 4;
        ELSE
          added := added + 1;
          used := used + 1;
          full_us := full_us + interval_us;
        END IF;
      END IF;
      IF refused_by IS NULL THEN
        result := result || jsonb_build_object('outcome', 'admitted', 'admittedAtMs', now_ms);
        IF key.last_used_at_ms IS NULL OR abs(now_ms - key.last_used_at_ms) >= ${LAST_USE_MS} THEN
          UPDATE vitrine.api_keys SET last_used_at_ms = now_ms WHERE id = key.id;
          key.last_used_at_ms := now_ms;
        END IF;
      END IF;
      IF refused_by IS NULL OR refused_by = 4 THEN
        result := result || jsonb_build_object('limits', jsonb_build_object(
          'plan', plan_number,
          'usedThisMonth', used,
          'monthEndsInSeconds',
            vitrine.seconds_until_v1(today.first_of_next * 86400000::bigint, now_ms),
          'burstRemaining', (burst_us - (full_us - now_us)) / interval_us,
          'burstFullInSeconds', ceil((full_us - now_us) / 1000000.0)::bigint));
      END IF;
    END IF;
    IF refused_by IS NOT NULL THEN
      added_errors[refused_by] := added_errors[refused_by] + 1;
    END IF;
    results := results || result;
  END LOOP;
  PERFORM vitrine.write_meter_v1(
    loaded_account, today.day, added, stored_us, full_us, added_errors, now_ms);
  RETURN to_jsonb(results);
END $$;

-- Part of admit_keys_v1. The errors are those of the statuses 401, 402, 403 and 429.
CREATE FUNCTION vitrine.write_meter_v1(
  its_account text, its_day integer, added integer, stored_us bigint, full_us bigint,
  added_errors integer[], now_ms bigint
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  statuses CONSTANT integer[] := '{401,402,403,429}';
BEGIN
  IF its_account IS NULL THEN RETURN; END IF;
  IF added > 0 THEN
    INSERT INTO vitrine.account_days AS days VALUES (its_account, its_day, added)
      ON CONFLICT (account, day) DO UPDATE SET searches = days.searches + excluded.searches;
  END IF;
  IF full_us <> stored_us THEN
    UPDATE vitrine.account_meters SET full_at_us = full_us WHERE account = its_account;
  END IF;
  FOR index IN 1..4 LOOP
    IF added_errors[index] > 0 THEN
      PERFORM vitrine.add_errors_v1(its_account, statuses[index], added_errors[index], now_ms);
    END IF;
  END LOOP;
END $$;
`;

export const ACCOUNT_SCHEMA: PostgresSchema = { part: "accounts", steps: [STEP_1] };
