-- A database as cfsql made it before pairs were stored apart from hyperballs: layout 3.
--
-- The paper's eight rows, ranked in three ways, one of them with --diverse. Written out
-- from such a file, without its comments and table macros; nothing here is made by cfsql
-- as it is now.
create schema cf;
create schema cf_internal;
create macro cf_internal."as_text"(column_value) as CASE  WHEN ((contains(typeof(column_value), 'DOUBLE') OR contains(typeof(column_value), 'FLOAT'))) THEN (regexp_replace(CAST(column_value AS VARCHAR), '-(0\.0|nan)([^0-9a-z]|$)', '\1\2', 'g')) WHEN ((typeof(column_value) = 'INTERVAL')) THEN (CAST((to_days(CAST((epoch_us(TRY_CAST(CAST(column_value AS VARCHAR) AS INTERVAL)) // 86400000000) AS INTEGER)) + to_microseconds((epoch_us(TRY_CAST(CAST(column_value AS VARCHAR) AS INTERVAL)) % 86400000000))) AS VARCHAR)) ELSE CAST(column_value AS VARCHAR) END;
create macro cf_internal."capacity"(power, ball_size) as (power / ball_size);
create macro cf_internal."changes_between"(features, from_texts, to_texts) as list_transform(features, (lambda "each": struct_pack(feature := "each"['feature'], from_value := from_texts["each"['feature_id']], to_value := to_texts["each"['feature_id']])));
create macro cf_internal."changes_phrase"(changes) as concat('Had ', changes[1]['feature'], ' been', "substring"(cf_internal.listing(list_transform(changes, (lambda change: concat(change['feature'], ' ', cf_internal.said(change['to_value']), ' instead of ', cf_internal.said(change['from_value']))))), (length(changes[1]['feature']) + 1)));
create macro cf_internal."changes_text"(changes) as array_to_string(list_transform(changes, (lambda change: concat(change['feature'], ': ', COALESCE(change['from_value'], 'NULL'), ' → ', COALESCE(change['to_value'], 'NULL')))), ', ');
create macro cf_internal."counted"(number) as format('{:,}', number);
create macro cf_internal."feature_names"(features) as list_transform(features, (lambda "each": "each"['feature']));
create macro cf_internal."gap"(power, second_power) as ((power - second_power) / "nullif"(power, 0));
create macro cf_internal."interval_of"(own_key, intervals) as CASE  WHEN ((own_key = '5')) THEN ('nan') ELSE (list_filter(intervals, (lambda "each": ("each".low_key <= own_key)))[-1]).interval_text END;
create macro cf_internal."is_in_tenth"(power, second_power, tenth) as ((10 * (power - second_power)) BETWEEN ((power * (tenth - 1)) + 1) AND (power * tenth));
create macro cf_internal."listed_intervals"(low_key, interval_text, place) as list(struct_pack(low_key := low_key, interval_text := interval_text) ORDER BY place);
create macro cf_internal."listing"(parts) as list_transform(list_value(parts), (lambda "each": CASE  WHEN ((array_length("each") < 2)) THEN (array_to_string("each", '')) ELSE concat(array_to_string(list_slice("each", 1, (array_length("each") - 1)), ', '), ' and ', array_to_string(list_slice("each", array_length("each"), array_length("each")), '')) END))[1];
create macro cf_internal."literal_changes"(literals, other_literals) as list_filter(list_transform(list_zip(literals, other_literals), (lambda pair: struct_pack(feature := pair[1]['feature'], from_value := pair[1]['value'], to_value := pair[2]['value']))), (lambda change: (change['from_value'] IS DISTINCT FROM change['to_value'])));
create macro cf_internal."literals_in"(features, feature_texts) as list_transform(features, (lambda "each": struct_pack(feature := "each"['feature'], "value" := feature_texts["each"['feature_id']])));
create macro cf_internal."literals_text"(literals) as array_to_string(list_transform(literals, (lambda literal: concat(literal['feature'], ': ', COALESCE(literal['value'], 'NULL')))), ', ');
create macro cf_internal."margin"(is_unique, support, power, second_power) as CASE  WHEN (is_unique) THEN (least(support, (power - second_power))) ELSE NULL END;
create macro cf_internal."named_values"(names, feature_texts) as list_transform(list_zip(CAST("names" AS VARCHAR[]), feature_texts), (lambda pair: struct_pack(feature := pair[1], "value" := pair[2])));
create macro cf_internal."no_answer_sentence"(label_column, label, is_contradicted, target, blocked_by) as CASE  WHEN (((blocked_by IS NOT NULL) AND ("label" = "target"))) THEN (concat('The ', label_column, ' is ', cf_internal.said("label"), ' already, which is the one to reach: nothing has to change.')) WHEN ((blocked_by IS NOT NULL)) THEN (concat('No case that may be chosen has ', CASE  WHEN (("target" IS NULL)) THEN (concat('another ', label_column, ' than ', cf_internal.said("label"))) ELSE concat('the ', label_column, ' ', cf_internal.said("target")) END, ': the last one was taken by ', blocked_by, '.')) WHEN (("label" IS NULL)) THEN (concat('Every row of the table is equal to this case in every feature: ', 'nothing can be changed.')) WHEN (is_contradicted) THEN (concat('The only rows with another ', label_column, ' than ', cf_internal.said("label"), ' are equal to this one in every feature: nothing can be changed.')) ELSE concat('Every row of the table has the ', label_column, ' ', cf_internal.said("label"), ': nothing in the data would have changed it.') END;
create macro cf_internal."number_key"(number_text) as CASE  WHEN ((ltrim(lower("trim"(number_text)), '+-') = 'nan')) THEN ('5') WHEN ((lower("trim"(number_text)) IN ('inf', 'infinity', '+inf', '+infinity'))) THEN ('4') WHEN ((lower("trim"(number_text)) IN ('-inf', '-infinity'))) THEN ('0') ELSE list_transform(list_value(regexp_extract("trim"(number_text), '^([+-]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,3}))?$', list_value('sign', 'whole', 'fraction', 'exponent'))), (lambda parts: CASE  WHEN ((NOT (len(concat(parts.whole, parts.fraction)) BETWEEN 1 AND 1000))) THEN (NULL) WHEN (("trim"(concat(parts.whole, parts.fraction), '0') = '')) THEN ('2') WHEN ((parts.sign = '-')) THEN (concat('1', (((5000000 + len(parts.fraction)) - len(ltrim(concat(parts.whole, parts.fraction), '0'))) - COALESCE(TRY_CAST(parts.exponent AS INTEGER), 0)), translate("trim"(concat(parts.whole, parts.fraction), '0'), '0123456789', '9876543210'), '~')) ELSE concat('3', (((5000000 - len(parts.fraction)) + len(ltrim(concat(parts.whole, parts.fraction), '0'))) + COALESCE(TRY_CAST(parts.exponent AS INTEGER), 0)), "trim"(concat(parts.whole, parts.fraction), '0')) END))[1] END;
create macro cf_internal."one_hot"(digits) as CAST(list_sum(list_transform(generate_series(1, len(digits)), (lambda place: (CAST(1 AS BIGINT) << (((3 * place) - 3) + digits[place]))))) AS BIGINT);
create macro cf_internal."one_hot_distance"(code, other_code) as (bit_count(xor(code, other_code)) // 2);
create macro cf_internal."precedents_phrase"(answer_id, support, n_equal, is_required) as CASE  WHEN ((support = n_equal)) THEN (concat(CASE  WHEN ((answer_id IS NULL)) THEN ('another case') ELSE concat('row ', CAST(answer_id AS VARCHAR)) END, CASE  WHEN ((support = 1)) THEN ('') WHEN ((support = 2)) THEN (' and one equal to it') ELSE concat(' and ', cf_internal.counted((support - 1)), ' equal to it') END, CASE  WHEN ((is_required AND (support > 1))) THEN (', which need not meet the condition') ELSE '' END)) ELSE concat(cf_internal.counted(support), ' of the ', cf_internal.counted(n_equal), ' cases with exactly these values', CASE  WHEN ((answer_id IS NULL)) THEN ('') ELSE concat(', row ', CAST(answer_id AS VARCHAR)) END, CASE  WHEN (((answer_id IS NULL) OR (support = 1))) THEN ('') ELSE ' among them' END, CASE  WHEN ((is_required AND (support > 1))) THEN ('; the others need not meet the condition') ELSE '' END) END;
create macro cf_internal."recidivism_disagreement"(a, b) as (((xor(a.w0, b.w0) + 216) & 295) << 0);
create macro cf_internal."recidivism_value_codes"(code) as list_value(((code.w0 & 2) >> 1), ((code.w0 & 192) >> 6), ((code.w0 & 24) >> 3), ((code.w0 & 1) >> 0), ((code.w0 & 4) >> 2));
create macro cf_internal."said"(value_text) as CASE  WHEN ((value_text IS NULL)) THEN ('missing') WHEN ((value_text >= '!')) THEN (value_text) WHEN (("trim"(value_text, concat(' ', chr(9), chr(10), chr(13))) = '')) THEN (concat('''', value_text, '''')) ELSE value_text END;
create macro cf_internal."share"(n_rows, n_equal) as (n_rows / n_equal);
create macro cf_internal."total"(weight, is_counted) as CAST(COALESCE(sum(weight) FILTER (WHERE is_counted), 0) AS BIGINT);
create macro cf_internal."typicality"(n_like_centre, class_size) as (n_like_centre / class_size);
create macro cf_internal."universality"(n_like_row, ball_size) as (COALESCE(n_like_row, 0) / ball_size);
CREATE TABLE cf.runs(run_id VARCHAR, finished_at TIMESTAMP, command VARCHAR, table_name VARCHAR, result_name VARCHAR, "options" JSON, "version" VARCHAR, plan VARCHAR, steps JSON, "rows" BIGINT, "seconds" DOUBLE);
insert into "cf"."runs" values
('141951c4-6816-410a-86d0-907a64a13b97', '2026-11-18 13:55:21.591007', 'load', 'recidivism', null, '{"source": "recidivism.csv", "label": "score"}', '0.1.0', null, '[]', '8', '0.483'),
('70d4a9c4-a5a8-4d06-a8ca-87a5c03ce345', '2026-11-18 13:55:22.541454', 'rank', 'recidivism', 'recidivism', '{"by": "power", "count": "rows"}', '0.1.0', 'search 1 scan, count 4 scan', '[{"task": "search", "distance": 1, "kind": "scan", "n_seekers": 8, "n_joins": 2, "n_pairs": 128, "seconds": 0.0375, "n_blocks": null, "estimate": 1.024e-06}, {"task": "count", "distance": 4, "kind": "scan", "n_seekers": 6, "n_joins": 1, "n_pairs": 48, "seconds": 0.0073, "n_blocks": null, "estimate": 3.8400000000000005e-07}]', '8', '0.274'),
('9948585a-fb16-4d34-bb0f-ec3905d74db2', '2026-11-18 13:55:23.101521', 'rank', 'recidivism', 'spread', '{"by": "power", "count": "rows", "nearest": 3, "diverse": true, "into": "spread"}', '0.1.0', 'search 1 scan, count 4 scan, count 5 scan', '[{"task": "search", "distance": 1, "kind": "scan", "n_seekers": 8, "n_joins": 2, "n_pairs": 128, "seconds": 0.0121, "n_blocks": null, "estimate": 1.024e-06}, {"task": "count", "distance": 4, "kind": "scan", "n_seekers": 4, "n_joins": 1, "n_pairs": 32, "seconds": 0.0105, "n_blocks": null, "estimate": 2.56e-07}, {"task": "count", "distance": 5, "kind": "scan", "n_seekers": 4, "n_joins": 1, "n_pairs": 32, "seconds": 0.0123, "n_blocks": null, "estimate": 2.56e-07}]', '8', '0.225'),
('ec616579-7c91-4ac9-a810-d814bbcebe14', '2026-11-18 13:55:24.170631', 'rank', 'recidivism', 'to_high', '{"by": "power", "count": "rows", "freeze": ["sex"], "target": "High", "into": "to_high"}', '0.1.0', 'search 1 scan, count 3 scan', '[{"task": "search", "distance": 1, "kind": "scan", "n_seekers": 8, "n_joins": 2, "n_pairs": 12, "seconds": 0.0286, "n_blocks": null, "estimate": 3.5999999999999994e-07}, {"task": "count", "distance": 3, "kind": "scan", "n_seekers": 1, "n_joins": 1, "n_pairs": 8, "seconds": 0.0254, "n_blocks": null, "estimate": 6.4e-08}]', '8', '0.747');
CREATE TABLE cf_internal.layout(layout INTEGER, "version" VARCHAR, kept_functions VARCHAR);
insert into "cf_internal"."layout" values
('3', '0.1.0', 'f8bf86f26a71abbf6d9e59be3f4387dc1f08f66e6ddde5052da5cf3c4717a2d4');
CREATE TABLE cf_internal.rankings(result_name VARCHAR, table_name VARCHAR, rank_by VARCHAR, count_by VARCHAR, n_rows BIGINT, ranked_at TIMESTAMP);
insert into "cf_internal"."rankings" values
('recidivism', 'recidivism', 'power', 'rows', '8', '2026-11-18 13:55:22.541454'),
('spread', 'recidivism', 'power', 'rows', '8', '2026-11-18 13:55:23.101521'),
('to_high', 'recidivism', 'power', 'rows', '8', '2026-11-18 13:55:24.170631');
CREATE TABLE cf_internal.recidivism_asked_rows(row_id BIGINT, instance_id BIGINT);
insert into "cf_internal"."recidivism_asked_rows" values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '5'),
('6', '6'),
('7', '7'),
('8', '8');
CREATE TABLE cf_internal.recidivism_cases(row_id BIGINT, instance_id BIGINT);
insert into "cf_internal"."recidivism_cases" values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '5'),
('6', '6'),
('7', '7'),
('8', '8');
CREATE TABLE cf_internal.recidivism_dictionary(feature_id BIGINT, value_text VARCHAR, n_rows BIGINT, value_code BIGINT);
insert into "cf_internal"."recidivism_dictionary" values
('3', 'African', '3', '0'),
('3', 'Asian', '1', '1'),
('3', 'Caucasian', '3', '2'),
('3', 'Hispanic', '1', '3'),
('4', 'F', '4', '0'),
('4', 'M', '4', '1'),
('1', 'female', '5', '0'),
('1', 'male', '3', '1'),
('2', '25-45', '1', '0'),
('2', '<25', '4', '1'),
('2', '>45', '3', '2'),
('5', 'No', '6', '0'),
('5', 'Yes', '2', '1');
CREATE TABLE cf_internal.recidivism_disagreement_sets(disagreement BIGINT, features STRUCT(feature_id BIGINT, feature VARCHAR)[]);
insert into "cf_internal"."recidivism_disagreement_sets" values
('33', '[{''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}]'),
('34', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 3, ''feature'': race}]'),
('38', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]'),
('39', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}, {''feature_id'': 5, ''feature'': recid}]'),
('257', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 4, ''feature'': degree}]'),
('258', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}]'),
('262', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 5, ''feature'': recid}]'),
('263', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 4, ''feature'': degree}, {''feature_id'': 5, ''feature'': recid}]'),
('289', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}]'),
('292', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]'),
('293', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}, {''feature_id'': 5, ''feature'': recid}]'),
('294', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]');
CREATE TABLE cf_internal.recidivism_features(feature_id BIGINT, feature VARCHAR, n_values BIGINT, word INTEGER, shift INTEGER, n_bits INTEGER);
insert into "cf_internal"."recidivism_features" values
('1', 'sex', '2', '0', '1', '1'),
('2', 'age', '3', '0', '6', '3'),
('3', 'race', '4', '0', '3', '3'),
('4', 'degree', '2', '0', '0', '1'),
('5', 'recid', '2', '0', '2', '1');
CREATE TABLE cf_internal.recidivism_instances(instance_id BIGINT, row_id BIGINT, label_id BIGINT, n_rows BIGINT, is_contradicted BOOLEAN, code STRUCT(w0 BIGINT));
insert into "cf_internal"."recidivism_instances" values
('1', '1', '2', '1', 'false', '{''w0'': 83}'),
('2', '2', '1', '1', 'false', '{''w0'': 65}'),
('3', '3', '0', '1', 'false', '{''w0'': 134}'),
('4', '4', '2', '1', 'false', '{''w0'': 72}'),
('5', '5', '2', '1', 'false', '{''w0'': 24}'),
('6', '6', '2', '1', 'false', '{''w0'': 80}'),
('7', '7', '1', '1', 'false', '{''w0'': 145}'),
('8', '8', '0', '1', 'false', '{''w0'': 135}');
CREATE TABLE cf_internal.recidivism_labels("label" VARCHAR, n_rows BIGINT, label_id BIGINT);
insert into "cf_internal"."recidivism_labels" values
('High', '2', '0'),
('Low', '2', '1'),
('Med', '4', '2');
CREATE TABLE cf_internal.recidivism_ranked_pairs(from_id BIGINT, to_id BIGINT, "distance" INTEGER, disagreement BIGINT, power BIGINT, ball_size BIGINT, typicality DOUBLE, universality DOUBLE, dag_count BIGINT, pair_rank BIGINT);
insert into "cf_internal"."recidivism_ranked_pairs" values
('3', '2', '4', '263', '6', '8', '1.0', '0.25', '1', '1'),
('3', '7', '4', '39', '6', '8', '1.0', '0.25', '1', '1'),
('3', '1', '4', '293', '4', '8', '1.0', '0.25', '1', '3'),
('3', '4', '4', '294', '3', '7', '1.0', '0.14285714285714285', '3', '4'),
('3', '5', '4', '294', '3', '7', '1.0', '0.14285714285714285', '3', '4'),
('3', '6', '4', '294', '3', '7', '1.0', '0.14285714285714285', '3', '4'),
('6', '2', '2', '33', '3', '5', '1.0', '0.6', '1', '1'),
('6', '7', '2', '257', '2', '4', '1.0', '0.5', '1', '2'),
('4', '2', '2', '33', '3', '5', '1.0', '0.6', '1', '1'),
('1', '2', '2', '34', '3', '5', '1.0', '0.6', '1', '1'),
('1', '7', '2', '258', '2', '4', '1.0', '0.5', '1', '2'),
('7', '1', '2', '258', '2', '4', '0.5', '0.5', '1', '1'),
('7', '6', '2', '257', '2', '6', '1.0', '0.3333333333333333', '1', '1'),
('8', '2', '3', '262', '5', '7', '1.0', '0.14285714285714285', '1', '1'),
('8', '7', '3', '38', '5', '7', '1.0', '0.14285714285714285', '1', '1'),
('8', '1', '3', '292', '3', '6', '0.75', '0.16666666666666666', '1', '3'),
('2', '1', '2', '34', '2', '4', '0.5', '0.5', '1', '1'),
('2', '6', '2', '33', '2', '6', '1.0', '0.3333333333333333', '2', '1'),
('2', '4', '2', '33', '1', '4', '0.75', '0.25', '2', '3'),
('5', '2', '3', '289', '5', '7', '1.0', '0.5714285714285714', '2', '1'),
('5', '7', '3', '289', '5', '7', '1.0', '0.5714285714285714', '2', '1');
CREATE TABLE cf_internal.recidivism_row_hashes(row_id BIGINT, row_hash UBIGINT);
insert into "cf_internal"."recidivism_row_hashes" values
('1', '16759644033908530842'),
('2', '9167004022345590123'),
('3', '4511403325752145790'),
('4', '11460886462643498062'),
('5', '15580193390841514591'),
('6', '9015943352497678818'),
('7', '12052956880588547805'),
('8', '16337118861039276571');
CREATE TABLE cf_internal.recidivism_spelled_instances(instance_id BIGINT, row_id BIGINT, n_rows BIGINT, n_equal BIGINT, is_contradicted BOOLEAN, "label" VARCHAR, feature_texts VARCHAR[]);
insert into "cf_internal"."recidivism_spelled_instances" values
('1', '1', '1', '1', 'false', 'Med', '[male, <25, Caucasian, M, No]'),
('2', '2', '1', '1', 'false', 'Low', '[female, <25, African, M, No]'),
('3', '3', '1', '1', 'false', 'High', '[male, >45, African, F, Yes]'),
('4', '4', '1', '1', 'false', 'Med', '[female, <25, Asian, F, No]'),
('5', '5', '1', '1', 'false', 'Med', '[female, 25-45, Hispanic, F, No]'),
('6', '6', '1', '1', 'false', 'Med', '[female, <25, Caucasian, F, No]'),
('7', '7', '1', '1', 'false', 'Low', '[female, >45, Caucasian, M, No]'),
('8', '8', '1', '1', 'false', 'High', '[male, >45, African, M, Yes]');
CREATE TABLE cf_internal.recidivism_unlabelled(row_id BIGINT, feature_texts VARCHAR[]);
CREATE TABLE cf_internal.sources(table_name VARCHAR, kind VARCHAR, address VARCHAR, reading VARCHAR, home_schema VARCHAR, encoded_columns VARCHAR[], rows_schema VARCHAR, rows_name VARCHAR, rows_id VARCHAR, n_rows BIGINT, rows_checksum VARCHAR, probe VARCHAR);
insert into "cf_internal"."sources" values
('recidivism', 'a file', '{"source": "recidivism.csv"}', '{}', 'main', '[row_id, sex, age, race, degree, recid, score]', null, null, null, '8', '15484013853804525498', '15141435673669213858');
CREATE TABLE cf_internal.spread_asked_rows(row_id BIGINT, instance_id BIGINT);
insert into "cf_internal"."spread_asked_rows" values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '5'),
('6', '6'),
('7', '7'),
('8', '8');
CREATE TABLE cf_internal.spread_disagreement_sets(disagreement BIGINT, features STRUCT(feature_id BIGINT, feature VARCHAR)[]);
insert into "cf_internal"."spread_disagreement_sets" values
('33', '[{''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}]'),
('34', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 3, ''feature'': race}]'),
('38', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]'),
('39', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}, {''feature_id'': 5, ''feature'': recid}]'),
('257', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 4, ''feature'': degree}]'),
('258', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}]'),
('262', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 5, ''feature'': recid}]'),
('263', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 4, ''feature'': degree}, {''feature_id'': 5, ''feature'': recid}]'),
('289', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}]'),
('292', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]'),
('293', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}, {''feature_id'': 5, ''feature'': recid}]'),
('294', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]'),
('295', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 4, ''feature'': degree}, {''feature_id'': 5, ''feature'': recid}]');
CREATE TABLE cf_internal.spread_ranked_pairs(from_id BIGINT, to_id BIGINT, "distance" INTEGER, disagreement BIGINT, power BIGINT, ball_size BIGINT, typicality DOUBLE, universality DOUBLE, dag_count BIGINT, pair_rank BIGINT);
insert into "cf_internal"."spread_ranked_pairs" values
('3', '7', '4', '39', '6', '8', '1.0', '0.25', '1', '1'),
('7', '6', '2', '257', '2', '6', '1.0', '0.3333333333333333', '1', '1'),
('2', '8', '3', '262', '3', '5', '1.0', '0.4', '1', '4'),
('5', '3', '4', '294', '6', '8', '1.0', '0.5', '1', '3'),
('2', '6', '2', '33', '2', '6', '1.0', '0.3333333333333333', '2', '1'),
('5', '8', '5', '295', '6', '8', '1.0', '0.5', '1', '4'),
('1', '8', '3', '292', '3', '5', '1.0', '0.2', '1', '3'),
('4', '7', '3', '289', '5', '7', '1.0', '0.5714285714285714', '1', '2'),
('1', '7', '2', '258', '2', '4', '1.0', '0.5', '1', '2'),
('2', '3', '4', '263', '6', '8', '1.0', '0.25', '1', '6'),
('6', '3', '4', '294', '6', '8', '1.0', '0.5', '1', '3'),
('7', '3', '4', '39', '6', '8', '1.0', '0.25', '1', '6'),
('1', '3', '4', '293', '6', '8', '1.0', '0.5', '1', '4'),
('6', '2', '2', '33', '3', '5', '1.0', '0.6', '1', '1'),
('6', '8', '5', '295', '6', '8', '1.0', '0.5', '1', '4'),
('7', '4', '3', '289', '2', '6', '1.0', '0.3333333333333333', '2', '4'),
('2', '1', '2', '34', '2', '4', '0.5', '0.5', '1', '1'),
('3', '4', '4', '294', '3', '7', '1.0', '0.14285714285714285', '3', '4'),
('6', '7', '2', '257', '2', '4', '1.0', '0.5', '1', '2'),
('3', '1', '4', '293', '4', '8', '1.0', '0.25', '1', '3'),
('2', '5', '3', '289', '2', '5', '0.75', '0.4', '1', '5'),
('5', '2', '3', '289', '5', '7', '1.0', '0.5714285714285714', '2', '1'),
('3', '2', '4', '263', '6', '8', '1.0', '0.25', '1', '1'),
('4', '2', '2', '33', '3', '5', '1.0', '0.6', '1', '1'),
('7', '8', '3', '38', '3', '5', '1.0', '0.4', '1', '3'),
('8', '1', '3', '292', '3', '6', '0.75', '0.16666666666666666', '1', '3'),
('8', '4', '5', '295', '4', '8', '1.0', '0.25', '3', '4'),
('4', '3', '4', '294', '6', '8', '1.0', '0.5', '1', '3'),
('7', '1', '2', '258', '2', '4', '0.5', '0.5', '1', '1'),
('8', '7', '3', '38', '5', '7', '1.0', '0.14285714285714285', '1', '1'),
('1', '2', '2', '34', '3', '5', '1.0', '0.6', '1', '1'),
('8', '2', '3', '262', '5', '7', '1.0', '0.14285714285714285', '1', '1');
CREATE TABLE cf_internal.spread_spelled_instances(instance_id BIGINT, row_id BIGINT, n_rows BIGINT, n_equal BIGINT, is_contradicted BOOLEAN, "label" VARCHAR, feature_texts VARCHAR[]);
insert into "cf_internal"."spread_spelled_instances" values
('1', '1', '1', '1', 'false', 'Med', '[male, <25, Caucasian, M, No]'),
('2', '2', '1', '1', 'false', 'Low', '[female, <25, African, M, No]'),
('3', '3', '1', '1', 'false', 'High', '[male, >45, African, F, Yes]'),
('4', '4', '1', '1', 'false', 'Med', '[female, <25, Asian, F, No]'),
('5', '5', '1', '1', 'false', 'Med', '[female, 25-45, Hispanic, F, No]'),
('6', '6', '1', '1', 'false', 'Med', '[female, <25, Caucasian, F, No]'),
('7', '7', '1', '1', 'false', 'Low', '[female, >45, Caucasian, M, No]'),
('8', '8', '1', '1', 'false', 'High', '[male, >45, African, M, Yes]');
CREATE TABLE cf_internal."tables"(table_name VARCHAR, "source" VARCHAR, label_column VARCHAR, id_column VARCHAR, ignored_columns VARCHAR[], n_rows BIGINT, n_labelled BIGINT, n_instances BIGINT, n_features BIGINT, loaded_at TIMESTAMP, "version" VARCHAR, bins MAP(VARCHAR, VARCHAR));
insert into "cf_internal"."tables" values
('recidivism', 'recidivism.csv', 'score', null, '[]', '8', '8', '8', '5', '2026-11-18 13:55:21.591007', '0.1.0', '{}');
CREATE TABLE cf_internal.to_high_asked_rows(row_id BIGINT, instance_id BIGINT);
insert into "cf_internal"."to_high_asked_rows" values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '5'),
('6', '6'),
('7', '7'),
('8', '8');
CREATE TABLE cf_internal.to_high_disagreement_sets(disagreement BIGINT, features STRUCT(feature_id BIGINT, feature VARCHAR)[]);
insert into "cf_internal"."to_high_disagreement_sets" values
('292', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]');
CREATE TABLE cf_internal.to_high_ranked_pairs(from_id BIGINT, to_id BIGINT, "distance" INTEGER, disagreement BIGINT, power BIGINT, ball_size BIGINT, typicality DOUBLE, universality DOUBLE, dag_count BIGINT, pair_rank BIGINT);
insert into "cf_internal"."to_high_ranked_pairs" values
('1', '8', '3', '292', '3', '5', '1.0', '0.2', '1', '1');
CREATE TABLE cf_internal.to_high_spelled_instances(instance_id BIGINT, row_id BIGINT, n_rows BIGINT, n_equal BIGINT, is_contradicted BOOLEAN, "label" VARCHAR, feature_texts VARCHAR[]);
insert into "cf_internal"."to_high_spelled_instances" values
('1', '1', '1', '1', 'false', 'Med', '[male, <25, Caucasian, M, No]'),
('2', '2', '1', '1', 'false', 'Low', '[female, <25, African, M, No]'),
('3', '3', '1', '1', 'false', 'High', '[male, >45, African, F, Yes]'),
('4', '4', '1', '1', 'false', 'Med', '[female, <25, Asian, F, No]'),
('5', '5', '1', '1', 'false', 'Med', '[female, 25-45, Hispanic, F, No]'),
('6', '6', '1', '1', 'false', 'Med', '[female, <25, Caucasian, F, No]'),
('7', '7', '1', '1', 'false', 'Low', '[female, >45, Caucasian, M, No]'),
('8', '8', '1', '1', 'false', 'High', '[male, >45, African, M, Yes]');
CREATE TABLE recidivism(row_id BIGINT, sex VARCHAR, age VARCHAR, race VARCHAR, degree VARCHAR, recid VARCHAR, score VARCHAR);
insert into "main"."recidivism" values
('1', 'male', '<25', 'Caucasian', 'M', 'No', 'Med'),
('2', 'female', '<25', 'African', 'M', 'No', 'Low'),
('3', 'male', '>45', 'African', 'F', 'Yes', 'High'),
('4', 'female', '<25', 'Asian', 'F', 'No', 'Med'),
('5', 'female', '25-45', 'Hispanic', 'F', 'No', 'Med'),
('6', 'female', '<25', 'Caucasian', 'F', 'No', 'Med'),
('7', 'female', '>45', 'Caucasian', 'M', 'No', 'Low'),
('8', 'male', '>45', 'African', 'M', 'Yes', 'High');
CREATE TABLE recidivism_summary(row_id BIGINT, "label" VARCHAR, min_distance INTEGER, n_minimal BIGINT, n_optimal BIGINT, is_unique BOOLEAN, power BIGINT, second_power BIGINT, gap DOUBLE, margin BIGINT, is_contradicted BOOLEAN, optimal_id BIGINT, explanation VARCHAR, sentence VARCHAR);
insert into "main"."recidivism_summary" values
('1', 'Med', '2', '2', '1', 'true', '3', '2', '0.3333333333333333', '1', 'false', '2', 'sex: male → female, race: Caucasian → African', 'Had sex been female instead of male and race African instead of Caucasian, score would have been Low instead of Med, as it was for row 2.'),
('2', 'Low', '2', '3', '2', 'false', '2', '2', '0.0', null, 'false', '1', 'sex: female → male, race: African → Caucasian', 'Had sex been male instead of female and race Caucasian instead of African, score would have been Med instead of Low, as it was for row 1.'),
('3', 'High', '4', '6', '2', 'false', '6', '6', '0.0', null, 'false', '2', 'sex: male → female, age: >45 → <25, degree: F → M, recid: Yes → No', 'Had sex been female instead of male, age <25 instead of >45, degree M instead of F and recid No instead of Yes, score would have been Low instead of High, as it was for row 2.'),
('4', 'Med', '2', '1', '1', 'true', '3', null, null, '1', 'false', '2', 'race: Asian → African, degree: F → M', 'Had race been African instead of Asian and degree M instead of F, score would have been Low instead of Med, as it was for row 2.'),
('5', 'Med', '3', '2', '2', 'false', '5', '5', '0.0', null, 'false', '2', 'age: 25-45 → <25, race: Hispanic → African, degree: F → M', 'Had age been <25 instead of 25-45, race African instead of Hispanic and degree M instead of F, score would have been Low instead of Med, as it was for row 2.'),
('6', 'Med', '2', '2', '1', 'true', '3', '2', '0.3333333333333333', '1', 'false', '2', 'race: Caucasian → African, degree: F → M', 'Had race been African instead of Caucasian and degree M instead of F, score would have been Low instead of Med, as it was for row 2.'),
('7', 'Low', '2', '2', '2', 'false', '2', '2', '0.0', null, 'false', '1', 'sex: female → male, age: >45 → <25', 'Had sex been male instead of female and age <25 instead of >45, score would have been Med instead of Low, as it was for row 1.'),
('8', 'High', '3', '3', '2', 'false', '5', '5', '0.0', null, 'false', '2', 'sex: male → female, age: >45 → <25, recid: Yes → No', 'Had sex been female instead of male, age <25 instead of >45 and recid No instead of Yes, score would have been Low instead of High, as it was for row 2.');
CREATE TABLE spread_summary(row_id BIGINT, "label" VARCHAR, min_distance INTEGER, n_minimal BIGINT, n_optimal BIGINT, is_unique BOOLEAN, power BIGINT, second_power BIGINT, gap DOUBLE, margin BIGINT, is_contradicted BOOLEAN, optimal_id BIGINT, explanation VARCHAR, sentence VARCHAR);
insert into "main"."spread_summary" values
('1', 'Med', '2', '2', '1', 'true', '3', '2', '0.3333333333333333', '1', 'false', '2', 'sex: male → female, race: Caucasian → African', 'Had sex been female instead of male and race African instead of Caucasian, score would have been Low instead of Med, as it was for row 2.'),
('2', 'Low', '2', '3', '2', 'false', '2', '2', '0.0', null, 'false', '1', 'sex: female → male, race: African → Caucasian', 'Had sex been male instead of female and race Caucasian instead of African, score would have been Med instead of Low, as it was for row 1.'),
('3', 'High', '4', '6', '2', 'false', '6', '6', '0.0', null, 'false', '2', 'sex: male → female, age: >45 → <25, degree: F → M, recid: Yes → No', 'Had sex been female instead of male, age <25 instead of >45, degree M instead of F and recid No instead of Yes, score would have been Low instead of High, as it was for row 2.'),
('4', 'Med', '2', '1', '1', 'true', '3', null, null, '1', 'false', '2', 'race: Asian → African, degree: F → M', 'Had race been African instead of Asian and degree M instead of F, score would have been Low instead of Med, as it was for row 2.'),
('5', 'Med', '3', '2', '2', 'false', '5', '5', '0.0', null, 'false', '2', 'age: 25-45 → <25, race: Hispanic → African, degree: F → M', 'Had age been <25 instead of 25-45, race African instead of Hispanic and degree M instead of F, score would have been Low instead of Med, as it was for row 2.'),
('6', 'Med', '2', '2', '1', 'true', '3', '2', '0.3333333333333333', '1', 'false', '2', 'race: Caucasian → African, degree: F → M', 'Had race been African instead of Caucasian and degree M instead of F, score would have been Low instead of Med, as it was for row 2.'),
('7', 'Low', '2', '2', '2', 'false', '2', '2', '0.0', null, 'false', '1', 'sex: female → male, age: >45 → <25', 'Had sex been male instead of female and age <25 instead of >45, score would have been Med instead of Low, as it was for row 1.'),
('8', 'High', '3', '3', '2', 'false', '5', '5', '0.0', null, 'false', '2', 'sex: male → female, age: >45 → <25, recid: Yes → No', 'Had sex been female instead of male, age <25 instead of >45 and recid No instead of Yes, score would have been Low instead of High, as it was for row 2.');
CREATE TABLE to_high_summary(row_id BIGINT, "label" VARCHAR, min_distance INTEGER, n_minimal BIGINT, n_optimal BIGINT, is_unique BOOLEAN, power BIGINT, second_power BIGINT, gap DOUBLE, margin BIGINT, is_contradicted BOOLEAN, optimal_id BIGINT, explanation VARCHAR, sentence VARCHAR, blocked_by VARCHAR);
insert into "main"."to_high_summary" values
('1', 'Med', '3', '1', '1', 'true', '3', null, null, '1', 'false', '8', 'age: <25 → >45, race: Caucasian → African, recid: No → Yes', 'Had age been >45 instead of <25, race African instead of Caucasian and recid Yes instead of No, score would have been High instead of Med, as it was for row 8.', null),
('2', 'Low', null, '0', '0', 'false', null, null, null, null, 'false', null, null, 'No case that may be chosen has the score High: the last one was taken by freeze sex.', 'freeze sex'),
('3', 'High', null, '0', '0', 'false', null, null, null, null, 'false', null, null, 'The score is High already, which is the one to reach: nothing has to change.', 'target'),
('4', 'Med', null, '0', '0', 'false', null, null, null, null, 'false', null, null, 'No case that may be chosen has the score High: the last one was taken by freeze sex.', 'freeze sex'),
('5', 'Med', null, '0', '0', 'false', null, null, null, null, 'false', null, null, 'No case that may be chosen has the score High: the last one was taken by freeze sex.', 'freeze sex'),
('6', 'Med', null, '0', '0', 'false', null, null, null, null, 'false', null, null, 'No case that may be chosen has the score High: the last one was taken by freeze sex.', 'freeze sex'),
('7', 'Low', null, '0', '0', 'false', null, null, null, null, 'false', null, null, 'No case that may be chosen has the score High: the last one was taken by freeze sex.', 'freeze sex'),
('8', 'High', null, '0', '0', 'false', null, null, null, null, 'false', null, null, 'The score is High already, which is the one to reach: nothing has to change.', 'target');
CREATE VIEW cf_internal.file_aa1feb13e32247fd823852e7aa6bef25 AS SELECT 1 AS marked;
CREATE VIEW cf_internal.recidivism_feature_rows AS SELECT * FROM main.recidivism;
CREATE VIEW cf_internal.recidivism_ranked AS SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, explanation, rank, is_optimal, power, ball_size, typicality, capacity, universality, dag_count, support, "share" FROM (SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, cf_internal.changes_text(changes) AS explanation, pair_rank AS rank, (pair_rank = 1) AS is_optimal, power, ball_size, typicality, cf_internal.capacity(power, ball_size) AS capacity, universality, dag_count, support, cf_internal."share"(support, n_equal) AS "share", n_equal, to_id FROM (WITH paired_texts AS (SELECT asked_rows.row_id, from_instances."label", to_instances.row_id AS counterfactual_id, to_instances."label" AS counterfactual_label, to_instances.n_rows AS support, to_instances.n_equal, from_instances.feature_texts AS from_texts, to_instances.feature_texts AS to_texts, disagreement_sets.features, ranked_pairs.* FROM cf_internal.recidivism_asked_rows AS asked_rows INNER JOIN cf_internal.recidivism_ranked_pairs AS ranked_pairs ON ((asked_rows.instance_id = ranked_pairs.from_id)) INNER JOIN cf_internal.recidivism_disagreement_sets AS disagreement_sets ON ((ranked_pairs.disagreement = disagreement_sets.disagreement)) INNER JOIN cf_internal.recidivism_spelled_instances AS from_instances ON ((ranked_pairs.from_id = from_instances.instance_id)) INNER JOIN cf_internal.recidivism_spelled_instances AS to_instances ON ((ranked_pairs.to_id = to_instances.instance_id))) SELECT paired_texts.*, cf_internal.changes_between(paired_texts.features, paired_texts.from_texts, paired_texts.to_texts) AS changes FROM paired_texts) AS worded_pairs) AS spelled_pairs ORDER BY row_id, rank, to_id;
CREATE VIEW cf_internal.spread_ranked AS SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, explanation, rank, is_optimal, power, ball_size, typicality, capacity, universality, dag_count, support, "share" FROM (SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, cf_internal.changes_text(changes) AS explanation, pair_rank AS rank, (pair_rank = 1) AS is_optimal, power, ball_size, typicality, cf_internal.capacity(power, ball_size) AS capacity, universality, dag_count, support, cf_internal."share"(support, n_equal) AS "share", n_equal, to_id FROM (WITH paired_texts AS (SELECT asked_rows.row_id, from_instances."label", to_instances.row_id AS counterfactual_id, to_instances."label" AS counterfactual_label, to_instances.n_rows AS support, to_instances.n_equal, from_instances.feature_texts AS from_texts, to_instances.feature_texts AS to_texts, disagreement_sets.features, ranked_pairs.* FROM cf_internal.spread_asked_rows AS asked_rows INNER JOIN cf_internal.spread_ranked_pairs AS ranked_pairs ON ((asked_rows.instance_id = ranked_pairs.from_id)) INNER JOIN cf_internal.spread_disagreement_sets AS disagreement_sets ON ((ranked_pairs.disagreement = disagreement_sets.disagreement)) INNER JOIN cf_internal.spread_spelled_instances AS from_instances ON ((ranked_pairs.from_id = from_instances.instance_id)) INNER JOIN cf_internal.spread_spelled_instances AS to_instances ON ((ranked_pairs.to_id = to_instances.instance_id))) SELECT paired_texts.*, cf_internal.changes_between(paired_texts.features, paired_texts.from_texts, paired_texts.to_texts) AS changes FROM paired_texts) AS worded_pairs) AS spelled_pairs ORDER BY row_id, rank, to_id;
CREATE VIEW cf_internal.to_high_ranked AS SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, explanation, rank, is_optimal, power, ball_size, typicality, capacity, universality, dag_count, support, "share" FROM (SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, cf_internal.changes_text(changes) AS explanation, pair_rank AS rank, (pair_rank = 1) AS is_optimal, power, ball_size, typicality, cf_internal.capacity(power, ball_size) AS capacity, universality, dag_count, support, cf_internal."share"(support, n_equal) AS "share", n_equal, to_id FROM (WITH paired_texts AS (SELECT asked_rows.row_id, from_instances."label", to_instances.row_id AS counterfactual_id, to_instances."label" AS counterfactual_label, to_instances.n_rows AS support, to_instances.n_equal, from_instances.feature_texts AS from_texts, to_instances.feature_texts AS to_texts, disagreement_sets.features, ranked_pairs.* FROM cf_internal.to_high_asked_rows AS asked_rows INNER JOIN cf_internal.to_high_ranked_pairs AS ranked_pairs ON ((asked_rows.instance_id = ranked_pairs.from_id)) INNER JOIN cf_internal.to_high_disagreement_sets AS disagreement_sets ON ((ranked_pairs.disagreement = disagreement_sets.disagreement)) INNER JOIN cf_internal.to_high_spelled_instances AS from_instances ON ((ranked_pairs.from_id = from_instances.instance_id)) INNER JOIN cf_internal.to_high_spelled_instances AS to_instances ON ((ranked_pairs.to_id = to_instances.instance_id))) SELECT paired_texts.*, cf_internal.changes_between(paired_texts.features, paired_texts.from_texts, paired_texts.to_texts) AS changes FROM paired_texts) AS worded_pairs) AS spelled_pairs ORDER BY row_id, rank, to_id;
CREATE VIEW recidivism_ranked AS SELECT * FROM cf_internal.recidivism_ranked;
CREATE VIEW spread_ranked AS SELECT * FROM cf_internal.spread_ranked;
CREATE VIEW to_high_ranked AS SELECT * FROM cf_internal.to_high_ranked;
CREATE VIEW recidivism_optimal AS SELECT ranked.* FROM cf_internal.recidivism_ranked AS ranked WHERE ranked.is_optimal;
CREATE VIEW spread_optimal AS SELECT ranked.* FROM cf_internal.spread_ranked AS ranked WHERE ranked.is_optimal;
CREATE VIEW to_high_optimal AS SELECT ranked.* FROM cf_internal.to_high_ranked AS ranked WHERE ranked.is_optimal;
create macro cf_internal."answer_sentence"(phrase, label_column, label, to_label, is_sure, precedents) as concat(phrase, ', ', label_column, CASE  WHEN (is_sure) THEN (' would') ELSE ' could' END, ' have been ', cf_internal.said(to_label), CASE  WHEN (("label" IS NULL)) THEN ('') ELSE concat(' instead of ', cf_internal.said("label"), ',') END, ' as it was for ', precedents, '.');
create macro cf_internal."contradiction_sentence"(label_column, label, n_like, n_equal) as concat(CASE  WHEN ((n_like > 0)) THEN (concat('Of the ', cf_internal.counted(n_equal), ' cases with exactly the values of this one, ', cf_internal.counted((n_equal - n_like)))) WHEN ((n_equal = 1)) THEN ('The only case with exactly the values of this one') ELSE concat('All ', cf_internal.counted(n_equal), ' cases with exactly the values of this one') END, ' had another ', label_column, ' than ', cf_internal.said("label"), '.');
