create table {version} (version integer not null);

insert into {version} (version) values ({number});

create table {state} (
  id bigint generated always as identity primary key,
  host text not null,
  organization text not null,
  environment text not null,
  name text not null,
  file text not null,
  repository text not null,
  serial bigint not null default 0,
  token bigint not null default 0,
  holder text,
  expires_at timestamptz,
  dialect text,
  unique (host, organization, environment, name));

create table {entry} (state bigint not null references {state} on delete cascade,
  address text collate "C" not null,
  entry text not null,
  primary key (state, address));

create table {object} (state bigint not null references {state} on delete cascade,
  object text collate "C" primary key);

create table {list} (state bigint not null references {state} on delete cascade,
  list text collate "C" not null,
  primary key (state, list));

create table {order} (state bigint not null references {state} on delete cascade,
  container text collate "C" not null,
  mark text not null,
  primary key (state, container));

create table {pending} (state bigint not null references {state} on delete cascade,
  address text collate "C" not null,
  mark text not null,
  primary key (state, address));

create table {external} (state bigint not null references {state} on delete cascade,
  address text collate "C" not null,
  object text not null,
  primary key (state, address));

create table {journal} (state bigint not null references {state} on delete cascade,
  position bigint generated always as identity,
  token bigint not null,
  entry text not null,
  primary key (state, position));

create table {run} (state bigint not null references {state} on delete cascade,
  number bigint generated always as identity,
  run text not null,
  token bigint not null,
  who text not null,
  link text,
  digest text,
  revision text,
  scope text,
  started_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  status text,
  primary key (state, number));
