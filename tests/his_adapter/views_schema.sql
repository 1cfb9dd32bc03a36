create schema "门诊"; create schema "接口";
create table "门诊"."病人" ("病人号" varchar(20), "姓名" char(20), "性别" char(2), "出生日期" char(8), "电话" text, "合并至" varchar(20));
insert into "门诊"."病人" values
  ('P1', '白样本', '01', '19500228', '13800000000', null), ('P2', '李丁', '02', '', null, null),
  ('OLD1', '白样本', '01', '19500228', null, 'P1'), ('X1', '甲', '01', null, null, 'X2'), ('X2', '甲', '01', null, null, 'X1'),
  ('D1', '一', '01', null, null, null), ('D1', '二', '02', null, null, null), ('P4', 'Ann Sample', '09', null, null, null);
create view "门诊"."病人视图" as select * from "门诊"."病人";
create table "门诊"."科室" ("科室编码" char(24), "科室名称" text, "停用" int);
insert into "门诊"."科室" values ('general-practice', '全科', 0), ('cardiology', '心内科', 0), ('closed', '旧科', 1);
create table "门诊"."医生" ("工号" varchar(8), "科室编码" varchar(24), "姓名" text, "职称" text, "性别" int);
insert into "门诊"."医生" values ('D1', 'cardiology', '林和', '主任医师', 2), ('D2', 'general-practice', '王五', '医师', 1);
create table "门诊"."排班" ("工号" varchar(8), "科室编码" varchar(24), "出诊日期" date);
insert into "门诊"."排班" values ('D1', 'cardiology', '2026-11-23'), ('D2', 'general-practice', '2026-11-25');
create table "门诊"."预约" ("预约号" bigint, "病人号" varchar(20), "科室编码" varchar(24), "工号" varchar(8), "就诊时间" timestamp, "状态" char(1), "序号" int);
insert into "门诊"."预约" values
  (7, 'P1', 'cardiology', 'D1', '2026-11-23 14:00', 'Y', 12), (8, 'P1', 'cardiology', 'D1', '2026-11-24 09:00', 'N', 3),
  (9, 'P1', 'cardiology', 'D1', '2026-11-20 09:00', 'Y', 4), (10, 'P2', 'cardiology', 'D1', '2026-11-23 15:00', 'Y', 13),
  (11, 'P1', 'cardiology', 'D1', '2026-11-25 09:00', '?', 3);
create table "门诊"."病历" ("单号" text primary key, "病历号" bigint generated always as identity, "病人号" varchar(20), "姓名" text,
  "性别" text, "科室" text, "就诊时间" timestamp, "主诉" text, "既往史" text, "过敏史" text, "备注" text);
insert into "门诊"."病历" ("单号", "病人号", "姓名", "性别", "科室", "就诊时间", "主诉") values
  ('old', 'P1', '白样本', '男', '心内科', '2026-03-02 10:44', '胸痛');
create view "门诊"."病历视图" as select * from "门诊"."病历";
create table "接口"."预问诊收件" ("序列" bigint generated always as identity, "幂等键" varchar(200) unique, "单号" text, "动作" char(1),
  "写入时间" timestamp, "版本" int, "签名" text, "病人号" varchar(20), "姓名" text, "性别" char(1), "科室编码" text, "科室" text,
  "就诊时间" timestamp, "主诉" varchar(2000), "既往史" text, "过敏史" text, "备注" text, "全文" text);
create function "接口".收下() returns trigger language plpgsql as $$ begin
  insert into "门诊"."病历" ("单号", "病人号", "姓名", "性别", "科室", "就诊时间", "主诉", "既往史", "过敏史", "备注")
  values (new."单号", new."病人号", new."姓名", new."性别", new."科室", new."就诊时间", new."主诉", new."既往史", new."过敏史", new."备注")
  on conflict ("单号") do update set "主诉" = excluded."主诉", "既往史" = excluded."既往史", "过敏史" = excluded."过敏史";
  return new; end $$;
create trigger "收" after insert on "接口"."预问诊收件" for each row execute function "接口".收下();
