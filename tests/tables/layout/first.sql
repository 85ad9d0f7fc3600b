-- A database as cfsql 0.1.0 made it, with the schemas cfsql and cfsql_results: layout 1.
--
-- Two tables, the paper's eight rows and one with intervals, ranked in four ways, with
-- factual explanations, an audit and an experiment. Written out from such a file,
-- without its comments; nothing here is made by cfsql as it is now.
create schema cfsql;
create schema cfsql_results;
create macro cfsql_results.as_text(column_value) as CASE  WHEN ((contains(typeof(column_value), 'DOUBLE') OR contains(typeof(column_value), 'FLOAT'))) THEN (regexp_replace(CAST(column_value AS VARCHAR), '-(0\.0|nan)([^0-9a-z]|$)', '\1\2', 'g')) WHEN ((typeof(column_value) = 'INTERVAL')) THEN (CAST((to_days(CAST((epoch_us(TRY_CAST(CAST(column_value AS VARCHAR) AS INTERVAL)) // 86400000000) AS INTEGER)) + to_microseconds((epoch_us(TRY_CAST(CAST(column_value AS VARCHAR) AS INTERVAL)) % 86400000000))) AS VARCHAR)) ELSE CAST(column_value AS VARCHAR) END;
create macro cfsql_results.capacity(power, ball_size) as (power / ball_size);
create macro cfsql_results.changes_between(features, from_texts, to_texts) as list_transform(features, (lambda "each": struct_pack(feature := "each"['feature'], from_value := from_texts["each"['feature_id']], to_value := to_texts["each"['feature_id']])));
create macro cfsql_results.changes_text(changes) as array_to_string(list_transform(changes, (lambda change: concat(change['feature'], ': ', COALESCE(change['from_value'], 'NULL'), ' → ', COALESCE(change['to_value'], 'NULL')))), ', ');
create macro cfsql_results.encoded_table(table_name, relation) as concat('"', "replace"(current_database(), '"', '""'), '".cfsql."', "replace"(table_name, '"', '""'), '_', relation, '"');
create macro cfsql_results.feature_names(features) as list_transform(features, (lambda "each": "each"['feature']));
create macro cfsql_results.gap(power, second_power) as ((power - second_power) / "nullif"(power, 0));
create macro cfsql_results.interval_of(own_key, intervals) as CASE  WHEN ((own_key = '5')) THEN ('nan') ELSE (list_filter(intervals, (lambda "each": ("each".low_key <= own_key)))[-1]).interval_text END;
create macro cfsql_results.is_in_tenth(power, second_power, tenth) as ((10 * (power - second_power)) BETWEEN ((power * (tenth - 1)) + 1) AND (power * tenth));
create macro cfsql_results.listed_intervals(low_key, interval_text, place) as list(struct_pack(low_key := low_key, interval_text := interval_text) ORDER BY place);
create macro cfsql_results.literal_changes(literals, other_literals) as list_filter(list_transform(list_zip(literals, other_literals), (lambda pair: struct_pack(feature := pair[1]['feature'], from_value := pair[1]['value'], to_value := pair[2]['value']))), (lambda change: (change['from_value'] IS DISTINCT FROM change['to_value'])));
create macro cfsql_results.literals_in(features, feature_texts) as list_transform(features, (lambda "each": struct_pack(feature := "each"['feature'], "value" := feature_texts["each"['feature_id']])));
create macro cfsql_results.literals_text(literals) as array_to_string(list_transform(literals, (lambda literal: concat(literal['feature'], ': ', COALESCE(literal['value'], 'NULL')))), ', ');
create macro cfsql_results.named_values(names, feature_texts) as list_transform(list_zip(CAST("names" AS VARCHAR[]), feature_texts), (lambda pair: struct_pack(feature := pair[1], "value" := pair[2])));
create macro cfsql_results.number_key(number_text) as CASE  WHEN ((ltrim(lower("trim"(number_text)), '+-') = 'nan')) THEN ('5') WHEN ((lower("trim"(number_text)) IN ('inf', 'infinity', '+inf', '+infinity'))) THEN ('4') WHEN ((lower("trim"(number_text)) IN ('-inf', '-infinity'))) THEN ('0') ELSE list_transform(list_value(regexp_extract("trim"(number_text), '^([+-]?)([0-9]*)\.?([0-9]*)(?:[eE]([+-]?[0-9]{1,3}))?$', list_value('sign', 'whole', 'fraction', 'exponent'))), (lambda parts: CASE  WHEN ((NOT (len(concat(parts.whole, parts.fraction)) BETWEEN 1 AND 1000))) THEN (NULL) WHEN (("trim"(concat(parts.whole, parts.fraction), '0') = '')) THEN ('2') WHEN ((parts.sign = '-')) THEN (concat('1', (((5000000 + len(parts.fraction)) - len(ltrim(concat(parts.whole, parts.fraction), '0'))) - COALESCE(TRY_CAST(parts.exponent AS INTEGER), 0)), translate("trim"(concat(parts.whole, parts.fraction), '0'), '0123456789', '9876543210'), '~')) ELSE concat('3', (((5000000 - len(parts.fraction)) + len(ltrim(concat(parts.whole, parts.fraction), '0'))) + COALESCE(TRY_CAST(parts.exponent AS INTEGER), 0)), "trim"(concat(parts.whole, parts.fraction), '0')) END))[1] END;
create macro cfsql_results.one_hot(digits) as CAST(list_sum(list_transform(generate_series(1, len(digits)), (lambda place: (CAST(1 AS BIGINT) << (((3 * place) - 3) + digits[place]))))) AS BIGINT);
create macro cfsql_results.one_hot_distance(code, other_code) as (bit_count(xor(code, other_code)) // 2);
create macro cfsql_results.people_disagreement(a, b) as (((xor(a.w0, b.w0) + 27) & 36) << 0);
create macro cfsql_results.recidivism_disagreement(a, b) as (((xor(a.w0, b.w0) + 216) & 295) << 0);
create macro cfsql_results.results_table(table_name, relation) as concat('cfsql_results."', "replace"(table_name, '"', '""'), '_', relation, '"');
create macro cfsql_results.total(weight, is_counted) as CAST(COALESCE(sum(weight) FILTER (WHERE is_counted), 0) AS BIGINT);
create macro cfsql_results.typicality(n_like_centre, class_size) as (n_like_centre / class_size);
create macro cfsql_results.universality(n_like_row, ball_size) as (COALESCE(n_like_row, 0) / ball_size);
create macro cfsql_results.cells_query(table_name) as concat('select cells.row_id, named.feature_id, named.column_name as feature, ', 'cells.cell_text from (select row_id, cell_column, cell_text from (', 'select row_id, cfsql_results.as_text(columns(* exclude (row_id))) from ', cfsql_results.results_table(table_name, 'feature_rows'), ') unpivot include nulls (', 'cell_text for cell_column in (columns(* exclude (row_id))))) as cells ', 'inner join ', cfsql_results.results_table(table_name, 'columns'), ' as named ', 'on cells.cell_column = named.column_name ', 'where named.feature_id is not null');
create macro cfsql_results.unlike_query(table_name, wanted_row) as concat('select unlike.row_id, unlike.n_rows, unlike.code, labels.label, ', 'own.label_id as own_id, ', cfsql_results.results_table(table_name, 'disagreement'), '(own.code, unlike.code) as disagreement ', 'from ', cfsql_results.encoded_table(table_name, 'cases'), ' as cases ', 'inner join ', cfsql_results.encoded_table(table_name, 'instances'), ' as own ', 'on cases.instance_id = own.instance_id ', 'inner join ', cfsql_results.encoded_table(table_name, 'instances'), ' as unlike ', 'on own.label_id <> unlike.label_id ', 'inner join ', cfsql_results.encoded_table(table_name, 'labels'), ' as labels ', 'on unlike.label_id = labels.label_id where cases.row_id = ', COALESCE((('''' || "replace"(CAST(wanted_row AS VARCHAR), '''', '''''')) || ''''), 'null'));
CREATE TABLE cfsql.audits(result_name VARCHAR, table_name VARCHAR, protected_columns VARCHAR[], n_rows BIGINT, n_twins BIGINT, n_unlike_twins BIGINT, audited_at TIMESTAMP);
insert into cfsql.audits values
('recidivism', 'recidivism', '[sex]', '8', '0', '0', '2026-11-18 07:56:58.660178');
CREATE TABLE cfsql.experiment_results(experiment VARCHAR, table_name VARCHAR, repeat BIGINT, measure VARCHAR, "value" DOUBLE);
insert into cfsql.experiment_results values
('unique', 'recidivism', '1', 'unique_share', '0.375'),
('unique', 'recidivism', '2', 'unique_share', '0.375');
CREATE TABLE cfsql.experiment_summary(experiment VARCHAR, table_name VARCHAR, measure VARCHAR, mean DOUBLE, sd DOUBLE, ci_low DOUBLE, ci_high DOUBLE, n_repeats BIGINT, sample_size BIGINT, seed BIGINT);
insert into cfsql.experiment_summary values
('unique', 'recidivism', 'unique_share', '0.375', '0.0', '0.375', '0.375', '2', '8', '0');
CREATE TABLE cfsql.factuals(result_name VARCHAR, table_name VARCHAR, "precision" DOUBLE, count_by VARCHAR, n_rows BIGINT, explained_at TIMESTAMP);
insert into cfsql.factuals values
('recidivism', 'recidivism', '1.0', 'rows', '1', '2026-11-18 07:56:58.204868');
CREATE TABLE cfsql.people_cases(row_id BIGINT, instance_id BIGINT);
insert into cfsql.people_cases values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '4'),
('6', '5'),
('7', '6');
CREATE TABLE cfsql.people_dictionary(feature_id BIGINT, value_text VARCHAR, n_rows BIGINT, value_code BIGINT);
insert into cfsql.people_dictionary values
('1', '< 25', '2', '0'),
('1', '[25, 45)', '4', '1'),
('1', '≥ 45', '1', '2'),
('2', 'Bonn', '3', '0'),
('2', 'Kiel', '1', '1'),
('2', 'Ulm', '3', '2');
CREATE TABLE cfsql.people_features(feature_id BIGINT, feature VARCHAR, n_values BIGINT, word INTEGER, shift INTEGER, n_bits INTEGER);
insert into cfsql.people_features values
('1', 'age', '3', '0', '3', '3'),
('2', 'city', '3', '0', '0', '3');
CREATE TABLE cfsql.people_instances(instance_id BIGINT, row_id BIGINT, label_id BIGINT, n_rows BIGINT, is_contradicted BOOLEAN, code STRUCT(w0 BIGINT));
insert into cfsql.people_instances values
('1', '1', '0', '1', 'true', '{''w0'': 2}'),
('2', '2', '1', '1', 'true', '{''w0'': 2}'),
('3', '3', '0', '1', 'true', '{''w0'': 8}'),
('4', '4', '1', '2', 'true', '{''w0'': 8}'),
('5', '6', '1', '1', 'false', '{''w0'': 10}'),
('6', '7', '0', '1', 'false', '{''w0'': 17}');
CREATE TABLE cfsql.people_labels("label" VARCHAR, n_rows BIGINT, label_id BIGINT);
insert into cfsql.people_labels values
('no', '3', '0'),
('yes', '4', '1');
CREATE TABLE cfsql.rankings(result_name VARCHAR, table_name VARCHAR, rank_by VARCHAR, count_by VARCHAR, n_rows BIGINT, ranked_at TIMESTAMP);
insert into cfsql.rankings values
('recidivism', 'recidivism', 'power', 'rows', '8', '2026-11-18 07:56:57.75756'),
('people', 'people', 'power', 'rows', '7', '2026-11-18 07:56:59.592977'),
('to_high', 'recidivism', 'power', 'rows', '8', '2026-11-18 07:57:00.134665'),
('hidden', 'people', 'power', 'rows', '7', '2026-11-18 07:57:00.598567');
CREATE TABLE cfsql.recidivism_cases(row_id BIGINT, instance_id BIGINT);
insert into cfsql.recidivism_cases values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '5'),
('6', '6'),
('7', '7'),
('8', '8');
CREATE TABLE cfsql.recidivism_dictionary(feature_id BIGINT, value_text VARCHAR, n_rows BIGINT, value_code BIGINT);
insert into cfsql.recidivism_dictionary values
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
CREATE TABLE cfsql.recidivism_features(feature_id BIGINT, feature VARCHAR, n_values BIGINT, word INTEGER, shift INTEGER, n_bits INTEGER);
insert into cfsql.recidivism_features values
('1', 'sex', '2', '0', '1', '1'),
('2', 'age', '3', '0', '6', '3'),
('3', 'race', '4', '0', '3', '3'),
('4', 'degree', '2', '0', '0', '1'),
('5', 'recid', '2', '0', '2', '1');
CREATE TABLE cfsql.recidivism_instances(instance_id BIGINT, row_id BIGINT, label_id BIGINT, n_rows BIGINT, is_contradicted BOOLEAN, code STRUCT(w0 BIGINT));
insert into cfsql.recidivism_instances values
('1', '1', '2', '1', 'false', '{''w0'': 83}'),
('2', '2', '1', '1', 'false', '{''w0'': 65}'),
('3', '3', '0', '1', 'false', '{''w0'': 134}'),
('4', '4', '2', '1', 'false', '{''w0'': 72}'),
('5', '5', '2', '1', 'false', '{''w0'': 24}'),
('6', '6', '2', '1', 'false', '{''w0'': 80}'),
('7', '7', '1', '1', 'false', '{''w0'': 145}'),
('8', '8', '0', '1', 'false', '{''w0'': 135}');
CREATE TABLE cfsql.recidivism_labels("label" VARCHAR, n_rows BIGINT, label_id BIGINT);
insert into cfsql.recidivism_labels values
('High', '2', '0'),
('Low', '2', '1'),
('Med', '4', '2');
CREATE TABLE cfsql.runs(run_id VARCHAR, finished_at TIMESTAMP, command VARCHAR, table_name VARCHAR, result_name VARCHAR, "options" JSON, "version" VARCHAR, plan VARCHAR, steps JSON, "rows" BIGINT, "seconds" DOUBLE);
insert into cfsql.runs values
('0fdb62eb-9e56-4fa4-bc8e-a95cedce4ba0', '2026-11-18 07:56:57.310063', 'load', 'recidivism', null, '{"source": "recidivism.csv", "label": "score"}', '0.1.0', null, '[]', '8', '0.064'),
('ed2dcc1e-23d5-4364-b98d-455c43f6ebb2', '2026-11-18 07:56:57.75756', 'rank', 'recidivism', 'recidivism', '{"by": "power", "count": "rows"}', '0.1.0', 'search 1 scan, count 4 scan', '[{"task": "search", "distance": 1, "kind": "scan", "n_seekers": 8, "n_joins": 2, "n_pairs": 128, "seconds": 0.0053, "n_blocks": null, "estimate": 1.024e-06}, {"task": "count", "distance": 4, "kind": "scan", "n_seekers": 6, "n_joins": 1, "n_pairs": 48, "seconds": 0.0013, "n_blocks": null, "estimate": 3.8400000000000005e-07}]', '8', '0.096'),
('afba4fc7-fd30-4960-96f2-c2f0f0808996', '2026-11-18 07:56:58.204868', 'why', 'recidivism', 'recidivism', '{"rows": ["2"], "precision": 1.0, "time_limit": 600.0, "count": "rows"}', '0.1.0', null, '[]', '1', '0.098'),
('fb8460dc-6287-4e27-bc72-ec7d5b788f41', '2026-11-18 07:56:58.660178', 'audit', 'recidivism', 'recidivism', '{"protected": ["sex"]}', '0.1.0', null, '[]', '8', '0.094'),
('7f2ba537-eb5d-4614-bfc8-cb0bd71e0d21', '2026-11-18 07:56:59.071386', 'load', 'people', null, '{"source": "people.csv", "label": "outcome", "bin": {"age": "25,45"}}', '0.1.0', null, '[]', '8', '0.088'),
('97aa97fd-092d-4dc6-a951-4476ca80bfef', '2026-11-18 07:56:59.592977', 'rank', 'people', 'people', '{"by": "power", "count": "rows", "freeze": ["city"]}', '0.1.0', 'search 1 scan, count 1 scan', '[{"task": "search", "distance": 1, "kind": "scan", "n_seekers": 6, "n_joins": 2, "n_pairs": 28, "seconds": 0.0045, "n_blocks": null, "estimate": 8.399999999999999e-07}, {"task": "count", "distance": 1, "kind": "scan", "n_seekers": 2, "n_joins": 1, "n_pairs": 12, "seconds": 0.0018, "n_blocks": null, "estimate": 9.600000000000001e-08}]', '7', '0.14'),
('162362d9-e6ec-4b84-ba97-6f95c26f4843', '2026-11-18 07:57:00.134665', 'rank', 'recidivism', 'to_high', '{"by": "power", "count": "rows", "target": "High", "into": "to_high"}', '0.1.0', 'search 1 scan, count 3 scan, count 4 scan', '[{"task": "search", "distance": 1, "kind": "scan", "n_seekers": 8, "n_joins": 2, "n_pairs": 32, "seconds": 0.006, "n_blocks": null, "estimate": 2.56e-07}, {"task": "count", "distance": 3, "kind": "scan", "n_seekers": 1, "n_joins": 1, "n_pairs": 8, "seconds": 0.0013, "n_blocks": null, "estimate": 6.4e-08}, {"task": "count", "distance": 4, "kind": "scan", "n_seekers": 1, "n_joins": 1, "n_pairs": 8, "seconds": 0.0025, "n_blocks": null, "estimate": 6.4e-08}]', '8', '0.132'),
('2faf759a-3f73-4d3e-9995-24f8c637cc63', '2026-11-18 07:57:00.598567', 'rank', 'people', 'hidden', '{"by": "power", "count": "rows", "diverse": true, "anonymous": true, "into": "hidden"}', '0.1.0', 'search 1 scan, count 2 scan', '[{"task": "search", "distance": 1, "kind": "scan", "n_seekers": 6, "n_joins": 2, "n_pairs": 72, "seconds": 0.0043, "n_blocks": null, "estimate": 5.760000000000001e-07}, {"task": "count", "distance": 2, "kind": "scan", "n_seekers": 6, "n_joins": 1, "n_pairs": 36, "seconds": 0.0013, "n_blocks": null, "estimate": 2.8800000000000004e-07}]', '7', '0.101'),
('854456de-28b5-4c0b-9e51-3e09c863e1e3', '2026-11-18 07:57:01.058199', 'experiment', 'recidivism', null, '{"experiments": ["unique"], "sample": 1000, "repeats": 2, "seed": 0, "random": "any"}', '0.1.0', null, '[]', '16', '0.058');
CREATE TABLE cfsql."tables"(table_name VARCHAR, "source" VARCHAR, label_column VARCHAR, id_column VARCHAR, ignored_columns VARCHAR[], n_rows BIGINT, n_labelled BIGINT, n_instances BIGINT, n_features BIGINT, loaded_at TIMESTAMP, "version" VARCHAR, bins MAP(VARCHAR, VARCHAR));
insert into cfsql.tables values
('recidivism', 'recidivism.csv', 'score', null, '[]', '8', '8', '8', '5', '2026-11-18 07:56:57.310063', '0.1.0', '{}'),
('people', 'people.csv', 'outcome', null, '[]', '8', '7', '6', '2', '2026-11-18 07:56:59.071386', '0.1.0', '{age=''25,45''}');
CREATE TABLE cfsql_results.hidden_asked_rows(row_id BIGINT, instance_id BIGINT);
insert into cfsql_results.hidden_asked_rows values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '4'),
('6', '5'),
('7', '6');
CREATE TABLE cfsql_results.hidden_disagreement_sets(disagreement BIGINT, features STRUCT(feature_id BIGINT, feature VARCHAR)[]);
insert into cfsql_results.hidden_disagreement_sets values
('4', '[{''feature_id'': 2, ''feature'': city}]'),
('32', '[{''feature_id'': 1, ''feature'': age}]'),
('36', '[{''feature_id'': 1, ''feature'': age}, {''feature_id'': 2, ''feature'': city}]');
CREATE TABLE cfsql_results.hidden_ranked_pairs(from_id BIGINT, to_id BIGINT, to_label_id BIGINT, target_id BIGINT, "distance" INTEGER, is_minimal BOOLEAN, disagreement BIGINT, power BIGINT, ball_size BIGINT, typicality DOUBLE, capacity DOUBLE, universality DOUBLE, dag_count BIGINT, pair_rank BIGINT);
insert into cfsql_results.hidden_ranked_pairs values
('5', '1', '0', null, '1', 'true', '32', '2', '3', '0.3333333333333333', '0.6666666666666666', '0.6666666666666666', '1', '2'),
('4', '1', '0', null, '2', 'true', '36', '4', '7', '1.0', '0.5714285714285714', '0.5714285714285714', '2', '1'),
('2', '3', '0', null, '2', 'true', '36', '4', '7', '1.0', '0.5714285714285714', '0.5714285714285714', '2', '1'),
('1', '5', '1', null, '1', 'true', '32', '2', '6', '1.0', '0.3333333333333333', '0.3333333333333333', '1', '1'),
('6', '2', '1', null, '2', 'true', '36', '3', '7', '1.0', '0.42857142857142855', '0.42857142857142855', '3', '1'),
('3', '5', '1', null, '1', 'true', '4', '2', '6', '1.0', '0.3333333333333333', '0.3333333333333333', '1', '1'),
('5', '3', '0', null, '1', 'true', '4', '3', '4', '0.3333333333333333', '0.75', '0.75', '1', '1');
CREATE TABLE cfsql_results.hidden_spelled_instances(instance_id BIGINT, row_id BIGINT, n_rows BIGINT, is_contradicted BOOLEAN, "label" VARCHAR, feature_texts VARCHAR[]);
insert into cfsql_results.hidden_spelled_instances values
('1', null, '1', 'true', 'no', '[< 25, Ulm]'),
('2', null, '1', 'true', 'yes', '[< 25, Ulm]'),
('3', null, '1', 'true', 'no', '[''[25, 45)'', Bonn]'),
('4', null, '2', 'true', 'yes', '[''[25, 45)'', Bonn]'),
('5', null, '1', 'false', 'yes', '[''[25, 45)'', Ulm]'),
('6', null, '1', 'false', 'no', '[≥ 45, Kiel]');
CREATE TABLE cfsql_results.people_asked_rows(row_id BIGINT, instance_id BIGINT);
insert into cfsql_results.people_asked_rows values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '4'),
('6', '5'),
('7', '6');
CREATE TABLE cfsql_results.people_bins(feature_id BIGINT, feature VARCHAR, place INTEGER, low VARCHAR, high VARCHAR, interval_text VARCHAR, low_key VARCHAR);
insert into cfsql_results.people_bins values
('1', 'age', '1', null, '25', '< 25', ''),
('1', 'age', '2', '25', '45', '[25, 45)', '3500000225'),
('1', 'age', '3', '45', null, '≥ 45', '3500000245');
CREATE TABLE cfsql_results.people_columns(column_name VARCHAR, feature_id BIGINT);
insert into cfsql_results.people_columns values
('age', '1'),
('city', '2'),
('outcome', null);
CREATE TABLE cfsql_results.people_disagreement_sets(disagreement BIGINT, features STRUCT(feature_id BIGINT, feature VARCHAR)[]);
insert into cfsql_results.people_disagreement_sets values
('32', '[{''feature_id'': 1, ''feature'': age}]');
CREATE TABLE cfsql_results.people_intervals(row_id BIGINT, intervals VARCHAR[]);
insert into cfsql_results.people_intervals values
('1', '[< 25]'),
('2', '[< 25]'),
('3', '[''[25, 45)'']'),
('4', '[''[25, 45)'']'),
('5', '[''[25, 45)'']'),
('6', '[''[25, 45)'']'),
('7', '[≥ 45]'),
('8', '[≥ 45]');
CREATE TABLE cfsql_results.people_ranked_pairs(from_id BIGINT, to_id BIGINT, to_label_id BIGINT, target_id BIGINT, "distance" INTEGER, is_minimal BOOLEAN, disagreement BIGINT, power BIGINT, ball_size BIGINT, typicality DOUBLE, capacity DOUBLE, universality DOUBLE, dag_count BIGINT, pair_rank BIGINT);
insert into cfsql_results.people_ranked_pairs values
('5', '1', '0', null, '1', 'true', '32', '2', '3', '0.3333333333333333', '0.6666666666666666', '0.6666666666666666', '1', '1'),
('1', '5', '1', null, '1', 'true', '32', '2', '6', '1.0', '0.3333333333333333', '0.3333333333333333', '1', '1');
CREATE TABLE cfsql_results.people_spelled_instances(instance_id BIGINT, row_id BIGINT, n_rows BIGINT, is_contradicted BOOLEAN, "label" VARCHAR, feature_texts VARCHAR[]);
insert into cfsql_results.people_spelled_instances values
('1', '1', '1', 'true', 'no', '[< 25, Ulm]'),
('2', '2', '1', 'true', 'yes', '[< 25, Ulm]'),
('3', '3', '1', 'true', 'no', '[''[25, 45)'', Bonn]'),
('4', '4', '2', 'true', 'yes', '[''[25, 45)'', Bonn]'),
('5', '6', '1', 'false', 'yes', '[''[25, 45)'', Ulm]'),
('6', '7', '1', 'false', 'no', '[≥ 45, Kiel]');
CREATE TABLE cfsql_results.recidivism_asked_rows(row_id BIGINT, instance_id BIGINT);
insert into cfsql_results.recidivism_asked_rows values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '5'),
('6', '6'),
('7', '7'),
('8', '8');
CREATE TABLE cfsql_results.recidivism_columns(column_name VARCHAR, feature_id BIGINT);
insert into cfsql_results.recidivism_columns values
('sex', '1'),
('age', '2'),
('race', '3'),
('degree', '4'),
('recid', '5'),
('score', null);
CREATE TABLE cfsql_results.recidivism_disagreement_sets(disagreement BIGINT, features STRUCT(feature_id BIGINT, feature VARCHAR)[]);
insert into cfsql_results.recidivism_disagreement_sets values
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
CREATE TABLE cfsql_results.recidivism_ranked_pairs(from_id BIGINT, to_id BIGINT, to_label_id BIGINT, target_id BIGINT, "distance" INTEGER, is_minimal BOOLEAN, disagreement BIGINT, power BIGINT, ball_size BIGINT, typicality DOUBLE, capacity DOUBLE, universality DOUBLE, dag_count BIGINT, pair_rank BIGINT);
insert into cfsql_results.recidivism_ranked_pairs values
('3', '7', '1', null, '4', 'true', '39', '6', '8', '1.0', '0.75', '0.25', '1', '1'),
('3', '2', '1', null, '4', 'true', '263', '6', '8', '1.0', '0.75', '0.25', '1', '1'),
('3', '1', '2', null, '4', 'true', '293', '4', '8', '1.0', '0.5', '0.25', '1', '3'),
('3', '4', '2', null, '4', 'true', '294', '3', '7', '1.0', '0.42857142857142855', '0.14285714285714285', '3', '4'),
('3', '5', '2', null, '4', 'true', '294', '3', '7', '1.0', '0.42857142857142855', '0.14285714285714285', '3', '4'),
('3', '6', '2', null, '4', 'true', '294', '3', '7', '1.0', '0.42857142857142855', '0.14285714285714285', '3', '4'),
('4', '2', '1', null, '2', 'true', '33', '3', '5', '1.0', '0.6', '0.6', '1', '1'),
('8', '7', '1', null, '3', 'true', '38', '5', '7', '1.0', '0.7142857142857143', '0.14285714285714285', '1', '1'),
('8', '2', '1', null, '3', 'true', '262', '5', '7', '1.0', '0.7142857142857143', '0.14285714285714285', '1', '1'),
('8', '1', '2', null, '3', 'true', '292', '3', '6', '0.75', '0.5', '0.16666666666666666', '1', '3'),
('7', '1', '2', null, '2', 'true', '258', '2', '4', '0.5', '0.5', '0.5', '1', '1'),
('7', '6', '2', null, '2', 'true', '257', '2', '6', '1.0', '0.3333333333333333', '0.3333333333333333', '1', '1'),
('2', '6', '2', null, '2', 'true', '33', '2', '6', '1.0', '0.3333333333333333', '0.3333333333333333', '2', '1'),
('2', '1', '2', null, '2', 'true', '34', '2', '4', '0.5', '0.5', '0.5', '1', '1'),
('2', '4', '2', null, '2', 'true', '33', '1', '4', '0.75', '0.25', '0.25', '2', '3'),
('5', '2', '1', null, '3', 'true', '289', '5', '7', '1.0', '0.7142857142857143', '0.5714285714285714', '2', '1'),
('5', '7', '1', null, '3', 'true', '289', '5', '7', '1.0', '0.7142857142857143', '0.5714285714285714', '2', '1'),
('1', '2', '1', null, '2', 'true', '34', '3', '5', '1.0', '0.6', '0.6', '1', '1'),
('1', '7', '1', null, '2', 'true', '258', '2', '4', '1.0', '0.5', '0.5', '1', '2'),
('6', '2', '1', null, '2', 'true', '33', '3', '5', '1.0', '0.6', '0.6', '1', '1'),
('6', '7', '1', null, '2', 'true', '257', '2', '4', '1.0', '0.5', '0.5', '1', '2');
CREATE TABLE cfsql_results.recidivism_spelled_instances(instance_id BIGINT, row_id BIGINT, n_rows BIGINT, is_contradicted BOOLEAN, "label" VARCHAR, feature_texts VARCHAR[]);
insert into cfsql_results.recidivism_spelled_instances values
('1', '1', '1', 'false', 'Med', '[male, <25, Caucasian, M, No]'),
('2', '2', '1', 'false', 'Low', '[female, <25, African, M, No]'),
('3', '3', '1', 'false', 'High', '[male, >45, African, F, Yes]'),
('4', '4', '1', 'false', 'Med', '[female, <25, Asian, F, No]'),
('5', '5', '1', 'false', 'Med', '[female, 25-45, Hispanic, F, No]'),
('6', '6', '1', 'false', 'Med', '[female, <25, Caucasian, F, No]'),
('7', '7', '1', 'false', 'Low', '[female, >45, Caucasian, M, No]'),
('8', '8', '1', 'false', 'High', '[male, >45, African, M, Yes]');
CREATE TABLE cfsql_results.recidivism_unequal_cases(case_id BIGINT, group_id BIGINT, row_id BIGINT, "label" VARCHAR, n_rows BIGINT, is_contradicted BOOLEAN, protected STRUCT(feature VARCHAR, "value" VARCHAR)[]);
CREATE TABLE cfsql_results.to_high_asked_rows(row_id BIGINT, instance_id BIGINT);
insert into cfsql_results.to_high_asked_rows values
('1', '1'),
('2', '2'),
('3', '3'),
('4', '4'),
('5', '5'),
('6', '6'),
('7', '7'),
('8', '8');
CREATE TABLE cfsql_results.to_high_disagreement_sets(disagreement BIGINT, features STRUCT(feature_id BIGINT, feature VARCHAR)[]);
insert into cfsql_results.to_high_disagreement_sets values
('38', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]'),
('262', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 5, ''feature'': recid}]'),
('292', '[{''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]'),
('294', '[{''feature_id'': 1, ''feature'': sex}, {''feature_id'': 2, ''feature'': age}, {''feature_id'': 3, ''feature'': race}, {''feature_id'': 5, ''feature'': recid}]');
CREATE TABLE cfsql_results.to_high_ranked_pairs(from_id BIGINT, to_id BIGINT, to_label_id BIGINT, target_id BIGINT, "distance" INTEGER, is_minimal BOOLEAN, disagreement BIGINT, power BIGINT, ball_size BIGINT, typicality DOUBLE, capacity DOUBLE, universality DOUBLE, dag_count BIGINT, pair_rank BIGINT);
insert into cfsql_results.to_high_ranked_pairs values
('4', '3', '0', null, '4', 'true', '294', '6', '8', '1.0', '0.75', '0.5', '1', '1'),
('7', '8', '0', null, '3', 'true', '38', '3', '5', '1.0', '0.6', '0.4', '1', '1'),
('2', '8', '0', null, '3', 'true', '262', '3', '5', '1.0', '0.6', '0.4', '1', '1'),
('5', '3', '0', null, '4', 'true', '294', '6', '8', '1.0', '0.75', '0.5', '1', '1'),
('1', '8', '0', null, '3', 'true', '292', '3', '5', '1.0', '0.6', '0.2', '1', '1'),
('6', '3', '0', null, '4', 'true', '294', '6', '8', '1.0', '0.75', '0.5', '1', '1');
CREATE TABLE cfsql_results.to_high_spelled_instances(instance_id BIGINT, row_id BIGINT, n_rows BIGINT, is_contradicted BOOLEAN, "label" VARCHAR, feature_texts VARCHAR[]);
insert into cfsql_results.to_high_spelled_instances values
('1', '1', '1', 'false', 'Med', '[male, <25, Caucasian, M, No]'),
('2', '2', '1', 'false', 'Low', '[female, <25, African, M, No]'),
('3', '3', '1', 'false', 'High', '[male, >45, African, F, Yes]'),
('4', '4', '1', 'false', 'Med', '[female, <25, Asian, F, No]'),
('5', '5', '1', 'false', 'Med', '[female, 25-45, Hispanic, F, No]'),
('6', '6', '1', 'false', 'Med', '[female, <25, Caucasian, F, No]'),
('7', '7', '1', 'false', 'Low', '[female, >45, Caucasian, M, No]'),
('8', '8', '1', 'false', 'High', '[male, >45, African, M, Yes]');
CREATE TABLE hidden_summary(row_id BIGINT, "label" VARCHAR, min_distance INTEGER, n_minimal BIGINT, n_optimal BIGINT, is_unique BOOLEAN, power BIGINT, second_power BIGINT, gap DOUBLE, is_contradicted BOOLEAN, optimal_id BIGINT, explanation VARCHAR);
insert into main.hidden_summary values
('1', 'no', '1', '1', '1', 'true', '2', null, null, 'true', null, 'age: < 25 → [25, 45)'),
('2', 'yes', '2', '2', '2', 'false', '4', '4', '0.0', 'true', null, 'age: < 25 → [25, 45), city: Ulm → Bonn'),
('3', 'no', '1', '1', '1', 'true', '2', null, null, 'true', null, 'city: Bonn → Ulm'),
('4', 'yes', '2', '2', '2', 'false', '4', '4', '0.0', 'true', null, 'age: [25, 45) → < 25, city: Bonn → Ulm'),
('5', 'yes', '2', '2', '2', 'false', '4', '4', '0.0', 'true', null, 'age: [25, 45) → < 25, city: Bonn → Ulm'),
('6', 'yes', '1', '2', '1', 'true', '3', '2', '0.3333333333333333', 'false', null, 'city: Ulm → Bonn'),
('7', 'no', '2', '3', '3', 'false', '3', '3', '0.0', 'false', null, 'age: ≥ 45 → < 25, city: Kiel → Ulm');
CREATE TABLE people(row_id BIGINT, age BIGINT, city VARCHAR, outcome VARCHAR);
insert into main.people values
('1', '18', 'Ulm', 'no'),
('2', '24', 'Ulm', 'yes'),
('3', '30', 'Bonn', 'no'),
('4', '31', 'Bonn', 'yes'),
('5', '31', 'Bonn', 'yes'),
('6', '44', 'Ulm', 'yes'),
('7', '60', 'Kiel', 'no'),
('8', '61', 'Ulm', null);
CREATE TABLE people_summary(row_id BIGINT, "label" VARCHAR, min_distance INTEGER, n_minimal BIGINT, n_optimal BIGINT, is_unique BOOLEAN, power BIGINT, second_power BIGINT, gap DOUBLE, is_contradicted BOOLEAN, optimal_id BIGINT, explanation VARCHAR, blocked_by VARCHAR);
insert into main.people_summary values
('1', 'no', '1', '1', '1', 'true', '2', null, null, 'true', '6', 'age: < 25 → [25, 45)', null),
('2', 'yes', null, '0', '0', 'false', null, null, null, 'true', null, null, 'freeze city'),
('3', 'no', null, '0', '0', 'false', null, null, null, 'true', null, null, 'freeze city'),
('4', 'yes', null, '0', '0', 'false', null, null, null, 'true', null, null, 'freeze city'),
('5', 'yes', null, '0', '0', 'false', null, null, null, 'true', null, null, 'freeze city'),
('6', 'yes', '1', '1', '1', 'true', '2', null, null, 'false', '1', 'age: [25, 45) → < 25', null),
('7', 'no', null, '0', '0', 'false', null, null, null, 'false', null, null, 'freeze city');
CREATE TABLE recidivism(row_id BIGINT, sex VARCHAR, age VARCHAR, race VARCHAR, degree VARCHAR, recid VARCHAR, score VARCHAR);
insert into main.recidivism values
('1', 'male', '<25', 'Caucasian', 'M', 'No', 'Med'),
('2', 'female', '<25', 'African', 'M', 'No', 'Low'),
('3', 'male', '>45', 'African', 'F', 'Yes', 'High'),
('4', 'female', '<25', 'Asian', 'F', 'No', 'Med'),
('5', 'female', '25-45', 'Hispanic', 'F', 'No', 'Med'),
('6', 'female', '<25', 'Caucasian', 'F', 'No', 'Med'),
('7', 'female', '>45', 'Caucasian', 'M', 'No', 'Low'),
('8', 'male', '>45', 'African', 'M', 'Yes', 'High');
CREATE TABLE recidivism_audit_answers(place BIGINT, counterfactual_id BIGINT, "label" VARCHAR, n_rows DOUBLE, n_optimal_for BIGINT, "share" DOUBLE, cumulated_share DOUBLE, support BIGINT, literals STRUCT(feature VARCHAR, "value" VARCHAR)[]);
insert into main.recidivism_audit_answers values
('1', '2', 'Low', '4.5', '6', '0.5625', '0.5625', '1', '[{''feature'': sex, ''value'': female}, {''feature'': age, ''value'': <25}, {''feature'': race, ''value'': African}, {''feature'': degree, ''value'': M}, {''feature'': recid, ''value'': No}]'),
('2', '7', 'Low', '1.5', '3', '0.1875', '0.75', '1', '[{''feature'': sex, ''value'': female}, {''feature'': age, ''value'': >45}, {''feature'': race, ''value'': Caucasian}, {''feature'': degree, ''value'': M}, {''feature'': recid, ''value'': No}]'),
('3', '1', 'Med', '1.0', '2', '0.125', '0.875', '1', '[{''feature'': sex, ''value'': male}, {''feature'': age, ''value'': <25}, {''feature'': race, ''value'': Caucasian}, {''feature'': degree, ''value'': M}, {''feature'': recid, ''value'': No}]'),
('4', '6', 'Med', '1.0', '2', '0.125', '1.0', '1', '[{''feature'': sex, ''value'': female}, {''feature'': age, ''value'': <25}, {''feature'': race, ''value'': Caucasian}, {''feature'': degree, ''value'': F}, {''feature'': recid, ''value'': No}]');
CREATE TABLE recidivism_audit_contradictions(n_rows BIGINT, members STRUCT("label" VARCHAR, row_id BIGINT, n_rows BIGINT)[]);
CREATE TABLE recidivism_audit_coverage("label" VARCHAR, n_changes INTEGER, n_rows BIGINT, n_reached BIGINT, "share" DOUBLE);
insert into main.recidivism_audit_coverage values
(null, '1', '8', '0', '0.0'),
(null, '2', '8', '5', '0.625'),
(null, '3', '8', '7', '0.875'),
(null, '4', '8', '8', '1.0'),
('High', '1', '2', '0', '0.0'),
('High', '2', '2', '0', '0.0'),
('High', '3', '2', '1', '0.5'),
('High', '4', '2', '2', '1.0'),
('Low', '1', '2', '0', '0.0'),
('Low', '2', '2', '2', '1.0'),
('Low', '3', '2', '2', '1.0'),
('Low', '4', '2', '2', '1.0'),
('Med', '1', '4', '0', '0.0'),
('Med', '2', '4', '3', '0.75'),
('Med', '3', '4', '4', '1.0'),
('Med', '4', '4', '4', '1.0');
CREATE TABLE recidivism_audit_features(from_label VARCHAR, to_label VARCHAR, feature VARCHAR, n_changed DOUBLE, n_rows DOUBLE, "share" DOUBLE);
insert into main.recidivism_audit_features values
(null, null, 'race', '6.0', '8.0', '0.75'),
(null, null, 'degree', '5.0', '8.0', '0.625'),
(null, null, 'sex', '4.0', '8.0', '0.5'),
(null, null, 'age', '3.0', '8.0', '0.375'),
(null, null, 'recid', '2.0', '8.0', '0.25'),
('High', 'Low', 'sex', '2.0', '2.0', '1.0'),
('High', 'Low', 'recid', '2.0', '2.0', '1.0'),
('High', 'Low', 'age', '1.0', '2.0', '0.5'),
('High', 'Low', 'race', '1.0', '2.0', '0.5'),
('High', 'Low', 'degree', '1.0', '2.0', '0.5'),
('Low', 'Med', 'sex', '1.0', '2.0', '0.5'),
('Low', 'Med', 'age', '1.0', '2.0', '0.5'),
('Low', 'Med', 'race', '1.0', '2.0', '0.5'),
('Low', 'Med', 'degree', '1.0', '2.0', '0.5'),
('Med', 'Low', 'race', '4.0', '4.0', '1.0'),
('Med', 'Low', 'degree', '3.0', '4.0', '0.75'),
('Med', 'Low', 'sex', '1.0', '4.0', '0.25'),
('Med', 'Low', 'age', '1.0', '4.0', '0.25');
CREATE TABLE recidivism_audit_labels(from_label VARCHAR, to_label VARCHAR, n_rows DOUBLE, "share" DOUBLE);
insert into main.recidivism_audit_labels values
('High', 'Low', '2.0', '1.0'),
('Low', 'Med', '2.0', '1.0'),
('Med', 'Low', '4.0', '1.0');
CREATE TABLE recidivism_audit_unequal_directions(feature VARCHAR, "value" VARCHAR, "label" VARCHAR, other_value VARCHAR, other_label VARCHAR, n_pairs BIGINT, n_row_pairs BIGINT);
CREATE TABLE recidivism_audit_unequal_values(feature VARCHAR, "value" VARCHAR, n_rows BIGINT, n_comparable BIGINT, n_unequal BIGINT, "share" DOUBLE, n_pairs BIGINT, n_row_pairs BIGINT, n_unequal_row_pairs BIGINT);
insert into main.recidivism_audit_unequal_values values
(null, null, '8', '0', '0', null, '0', '0', '0'),
('sex', 'female', '5', '0', '0', null, '0', '0', '0'),
('sex', 'male', '3', '0', '0', null, '0', '0', '0');
CREATE TABLE recidivism_factual(row_id BIGINT, "label" VARCHAR, features VARCHAR[], literals STRUCT(feature VARCHAR, "value" VARCHAR)[], size INTEGER, coverage BIGINT, "precision" DOUBLE);
insert into main.recidivism_factual values
('2', 'Low', '[sex, degree]', '[{''feature'': sex, ''value'': female}, {''feature'': degree, ''value'': M}]', '2', '2', '1.0'),
('2', 'Low', '[sex, race]', '[{''feature'': sex, ''value'': female}, {''feature'': race, ''value'': African}]', '2', '1', '1.0'),
('2', 'Low', '[age, race]', '[{''feature'': age, ''value'': <25}, {''feature'': race, ''value'': African}]', '2', '1', '1.0'),
('2', 'Low', '[race, recid]', '[{''feature'': race, ''value'': African}, {''feature'': recid, ''value'': No}]', '2', '1', '1.0');
CREATE TABLE recidivism_factual_summary(row_id BIGINT, "label" VARCHAR, smallest_size INTEGER, n_factual BIGINT, is_complete BOOLEAN, is_contradicted BOOLEAN, explanation VARCHAR);
insert into main.recidivism_factual_summary values
('2', 'Low', '2', '4', 'true', 'false', 'sex: female, degree: M');
CREATE TABLE recidivism_summary(row_id BIGINT, "label" VARCHAR, min_distance INTEGER, n_minimal BIGINT, n_optimal BIGINT, is_unique BOOLEAN, power BIGINT, second_power BIGINT, gap DOUBLE, is_contradicted BOOLEAN, optimal_id BIGINT, explanation VARCHAR);
insert into main.recidivism_summary values
('1', 'Med', '2', '2', '1', 'true', '3', '2', '0.3333333333333333', 'false', '2', 'sex: male → female, race: Caucasian → African'),
('2', 'Low', '2', '3', '2', 'false', '2', '2', '0.0', 'false', '1', 'sex: female → male, race: African → Caucasian'),
('3', 'High', '4', '6', '2', 'false', '6', '6', '0.0', 'false', '2', 'sex: male → female, age: >45 → <25, degree: F → M, recid: Yes → No'),
('4', 'Med', '2', '1', '1', 'true', '3', null, null, 'false', '2', 'race: Asian → African, degree: F → M'),
('5', 'Med', '3', '2', '2', 'false', '5', '5', '0.0', 'false', '2', 'age: 25-45 → <25, race: Hispanic → African, degree: F → M'),
('6', 'Med', '2', '2', '1', 'true', '3', '2', '0.3333333333333333', 'false', '2', 'race: Caucasian → African, degree: F → M'),
('7', 'Low', '2', '2', '2', 'false', '2', '2', '0.0', 'false', '1', 'sex: female → male, age: >45 → <25'),
('8', 'High', '3', '3', '2', 'false', '5', '5', '0.0', 'false', '2', 'sex: male → female, age: >45 → <25, recid: Yes → No');
CREATE TABLE to_high_summary(row_id BIGINT, "label" VARCHAR, min_distance INTEGER, n_minimal BIGINT, n_optimal BIGINT, is_unique BOOLEAN, power BIGINT, second_power BIGINT, gap DOUBLE, is_contradicted BOOLEAN, optimal_id BIGINT, explanation VARCHAR, blocked_by VARCHAR);
insert into main.to_high_summary values
('1', 'Med', '3', '1', '1', 'true', '3', null, null, 'false', '8', 'age: <25 → >45, race: Caucasian → African, recid: No → Yes', null),
('2', 'Low', '3', '1', '1', 'true', '3', null, null, 'false', '8', 'sex: female → male, age: <25 → >45, recid: No → Yes', null),
('3', 'High', null, '0', '0', 'false', null, null, null, 'false', null, null, 'target'),
('4', 'Med', '4', '1', '1', 'true', '6', null, null, 'false', '3', 'sex: female → male, age: <25 → >45, race: Asian → African, recid: No → Yes', null),
('5', 'Med', '4', '1', '1', 'true', '6', null, null, 'false', '3', 'sex: female → male, age: 25-45 → >45, race: Hispanic → African, recid: No → Yes', null),
('6', 'Med', '4', '1', '1', 'true', '6', null, null, 'false', '3', 'sex: female → male, age: <25 → >45, race: Caucasian → African, recid: No → Yes', null),
('7', 'Low', '3', '1', '1', 'true', '3', null, null, 'false', '8', 'sex: female → male, race: Caucasian → African, recid: No → Yes', null),
('8', 'High', null, '0', '0', 'false', null, null, null, 'false', null, null, 'target');
create macro cfsql.interval_of(table_name, feature_name, number) as table WITH listed_bins AS (SELECT feature, cfsql_results.as_text(number) AS number_text, cfsql_results.listed_intervals(low_key, interval_text, place) AS intervals FROM query(concat('from ', cfsql_results.results_table(table_name, 'bins'))) WHERE (feature = feature_name) GROUP BY feature) SELECT feature, number_text, cfsql_results.interval_of(cfsql_results.number_key(number_text), intervals) AS interval_text FROM listed_bins;
create macro cfsql.compare(table_name, first_row, second_row) as table WITH cells AS (SELECT * FROM query(cfsql_results.cells_query(table_name))), first_cells AS (SELECT * FROM cells WHERE (row_id = first_row)), second_cells AS (SELECT * FROM cells WHERE (row_id = second_row)) SELECT first_cells.feature, first_cells.cell_text AS first_value, second_cells.cell_text AS second_value, (first_cells.cell_text IS DISTINCT FROM second_cells.cell_text) AS differs FROM (first_cells INNER JOIN second_cells ON ((first_cells.feature_id = second_cells.feature_id))) ORDER BY first_cells.feature_id;
create macro cfsql.explain(table_name, wanted_row) as table SELECT * FROM query(concat('from "', "replace"(table_name, '"', '""'), '_ranked"')) WHERE (row_id = wanted_row) ORDER BY rank, counterfactual_id;
create macro cfsql.counterfactuals(table_name, wanted_row) as table WITH explanations AS (SELECT row_id AS counterfactual_id, "label" AS counterfactual_label, n_rows AS support, CAST(bit_count(disagreement) AS BIGINT) AS "distance" FROM query(cfsql_results.unlike_query(table_name, wanted_row)) WHERE (bit_count(disagreement) >= 1)), reducible AS (SELECT DISTINCT row_id AS counterfactual_id FROM query(concat('select farther.row_id from (', cfsql_results.unlike_query(table_name, wanted_row), ') as farther inner join (', cfsql_results.unlike_query(table_name, wanted_row), ') as nearer ', 'on bit_count(nearer.disagreement) >= 1 ', 'and bit_count(farther.disagreement) ', '> bit_count(nearer.disagreement) and bit_count(', cfsql_results.results_table(table_name, 'disagreement'), '(farther.code, nearer.code) & nearer.disagreement) = 0'))), missing_changes AS (SELECT row_id, disagreement, missing FROM query(concat('select unlike.row_id, unlike.disagreement, ', cfsql_results.results_table(table_name, 'disagreement'), '(unlike.code, alike.code) & unlike.disagreement as missing ', 'from (', cfsql_results.unlike_query(table_name, wanted_row), ') as unlike ', 'inner join ', cfsql_results.encoded_table(table_name, 'instances'), ' as alike on unlike.own_id = alike.label_id')) WHERE (bit_count(missing) <= 1)), spared AS (SELECT row_id AS counterfactual_id FROM missing_changes GROUP BY row_id, disagreement HAVING (bit_count(bit_or(CASE  WHEN ((bit_count(missing) = 0)) THEN (disagreement) ELSE missing END)) = bit_count(disagreement))), cells AS (SELECT * FROM query(cfsql_results.cells_query(table_name))), own_cells AS (SELECT * FROM cells WHERE (row_id = wanted_row)), listed_changes AS (SELECT cells.row_id, list(struct_pack(feature := own_cells.feature, from_value := own_cells.cell_text, to_value := cells.cell_text) ORDER BY own_cells.feature_id) AS changes FROM ((cells INNER JOIN own_cells ON ((cells.feature_id = own_cells.feature_id))) INNER JOIN explanations ON ((cells.row_id = explanations.counterfactual_id))) WHERE (cells.cell_text IS DISTINCT FROM own_cells.cell_text) GROUP BY cells.row_id) SELECT explanations.counterfactual_id, explanations.counterfactual_label, explanations."distance", listed_changes.changes, explanations.support, (explanations."distance" = min(explanations."distance") OVER ()) AS is_minimal, (reducible.counterfactual_id IS NULL) AS is_irreducible_subset, (spared.counterfactual_id IS NOT NULL) AS is_irreducible_literal FROM (((explanations INNER JOIN listed_changes ON ((explanations.counterfactual_id = listed_changes.row_id))) LEFT JOIN reducible ON ((explanations.counterfactual_id = reducible.counterfactual_id))) LEFT JOIN spared ON ((explanations.counterfactual_id = spared.counterfactual_id))) ORDER BY explanations."distance", explanations.counterfactual_id;
CREATE VIEW cfsql.people_bins AS SELECT * FROM cfsql_results.people_bins;
CREATE VIEW cfsql_results.people_feature_rows AS SELECT table_rows.* REPLACE (row_intervals.intervals[1] AS age) FROM (main.people AS table_rows INNER JOIN cfsql_results.people_intervals AS row_intervals ON ((table_rows.row_id = row_intervals.row_id)));
CREATE VIEW cfsql_results.recidivism_feature_rows AS SELECT * FROM main.recidivism;
CREATE VIEW hidden_ranked AS SELECT spelled_pairs.* FROM (WITH paired_texts AS (SELECT asked_rows.row_id, from_instances."label", to_instances.row_id AS counterfactual_id, to_instances."label" AS counterfactual_label, to_instances.n_rows AS support, from_instances.feature_texts AS from_texts, to_instances.feature_texts AS to_texts, disagreement_sets.features, ranked_pairs.* FROM ((((cfsql_results.hidden_asked_rows AS asked_rows INNER JOIN cfsql_results.hidden_ranked_pairs AS ranked_pairs ON ((asked_rows.instance_id = ranked_pairs.from_id))) INNER JOIN cfsql_results.hidden_disagreement_sets AS disagreement_sets ON ((ranked_pairs.disagreement = disagreement_sets.disagreement))) INNER JOIN cfsql_results.hidden_spelled_instances AS from_instances ON ((ranked_pairs.from_id = from_instances.instance_id))) INNER JOIN cfsql_results.hidden_spelled_instances AS to_instances ON ((ranked_pairs.to_id = to_instances.instance_id)))), paired_changes AS (SELECT *, cfsql_results.changes_between(features, from_texts, to_texts) AS changes FROM paired_texts) SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, cfsql_results.changes_text(changes) AS explanation, pair_rank AS rank, (pair_rank = 1) AS is_optimal, power, ball_size, typicality, capacity, universality, dag_count, support FROM paired_changes) AS spelled_pairs ORDER BY spelled_pairs.row_id, spelled_pairs.rank, spelled_pairs.counterfactual_id;
CREATE VIEW people_ranked AS SELECT spelled_pairs.* FROM (WITH paired_texts AS (SELECT asked_rows.row_id, from_instances."label", to_instances.row_id AS counterfactual_id, to_instances."label" AS counterfactual_label, to_instances.n_rows AS support, from_instances.feature_texts AS from_texts, to_instances.feature_texts AS to_texts, disagreement_sets.features, ranked_pairs.* FROM ((((cfsql_results.people_asked_rows AS asked_rows INNER JOIN cfsql_results.people_ranked_pairs AS ranked_pairs ON ((asked_rows.instance_id = ranked_pairs.from_id))) INNER JOIN cfsql_results.people_disagreement_sets AS disagreement_sets ON ((ranked_pairs.disagreement = disagreement_sets.disagreement))) INNER JOIN cfsql_results.people_spelled_instances AS from_instances ON ((ranked_pairs.from_id = from_instances.instance_id))) INNER JOIN cfsql_results.people_spelled_instances AS to_instances ON ((ranked_pairs.to_id = to_instances.instance_id)))), paired_changes AS (SELECT *, cfsql_results.changes_between(features, from_texts, to_texts) AS changes FROM paired_texts) SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, cfsql_results.changes_text(changes) AS explanation, pair_rank AS rank, (pair_rank = 1) AS is_optimal, power, ball_size, typicality, capacity, universality, dag_count, support FROM paired_changes) AS spelled_pairs ORDER BY spelled_pairs.row_id, spelled_pairs.rank, spelled_pairs.counterfactual_id;
CREATE VIEW recidivism_audit_unequal AS WITH unequal_pairs AS (SELECT own.row_id, own."label", other.row_id AS other_id, other."label" AS other_label, cfsql_results.literal_changes(own.protected, other.protected) AS changes, own.n_rows, other.n_rows AS n_other_rows, (own.is_contradicted OR other.is_contradicted) AS is_contradicted FROM (cfsql_results.recidivism_unequal_cases AS own INNER JOIN cfsql_results.recidivism_unequal_cases AS other ON (((own.group_id = other.group_id) AND (own.case_id < other.case_id) AND (own."label" != other."label") AND (own.protected IS DISTINCT FROM other.protected))))) SELECT row_id, "label", other_id, other_label, changes, cfsql_results.changes_text(changes) AS explanation, n_rows, n_other_rows, is_contradicted FROM unequal_pairs ORDER BY row_id, other_id;
CREATE VIEW recidivism_ranked AS SELECT spelled_pairs.* FROM (WITH paired_texts AS (SELECT asked_rows.row_id, from_instances."label", to_instances.row_id AS counterfactual_id, to_instances."label" AS counterfactual_label, to_instances.n_rows AS support, from_instances.feature_texts AS from_texts, to_instances.feature_texts AS to_texts, disagreement_sets.features, ranked_pairs.* FROM ((((cfsql_results.recidivism_asked_rows AS asked_rows INNER JOIN cfsql_results.recidivism_ranked_pairs AS ranked_pairs ON ((asked_rows.instance_id = ranked_pairs.from_id))) INNER JOIN cfsql_results.recidivism_disagreement_sets AS disagreement_sets ON ((ranked_pairs.disagreement = disagreement_sets.disagreement))) INNER JOIN cfsql_results.recidivism_spelled_instances AS from_instances ON ((ranked_pairs.from_id = from_instances.instance_id))) INNER JOIN cfsql_results.recidivism_spelled_instances AS to_instances ON ((ranked_pairs.to_id = to_instances.instance_id)))), paired_changes AS (SELECT *, cfsql_results.changes_between(features, from_texts, to_texts) AS changes FROM paired_texts) SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, cfsql_results.changes_text(changes) AS explanation, pair_rank AS rank, (pair_rank = 1) AS is_optimal, power, ball_size, typicality, capacity, universality, dag_count, support FROM paired_changes) AS spelled_pairs ORDER BY spelled_pairs.row_id, spelled_pairs.rank, spelled_pairs.counterfactual_id;
CREATE VIEW to_high_ranked AS SELECT spelled_pairs.* FROM (WITH paired_texts AS (SELECT asked_rows.row_id, from_instances."label", to_instances.row_id AS counterfactual_id, to_instances."label" AS counterfactual_label, to_instances.n_rows AS support, from_instances.feature_texts AS from_texts, to_instances.feature_texts AS to_texts, disagreement_sets.features, ranked_pairs.* FROM ((((cfsql_results.to_high_asked_rows AS asked_rows INNER JOIN cfsql_results.to_high_ranked_pairs AS ranked_pairs ON ((asked_rows.instance_id = ranked_pairs.from_id))) INNER JOIN cfsql_results.to_high_disagreement_sets AS disagreement_sets ON ((ranked_pairs.disagreement = disagreement_sets.disagreement))) INNER JOIN cfsql_results.to_high_spelled_instances AS from_instances ON ((ranked_pairs.from_id = from_instances.instance_id))) INNER JOIN cfsql_results.to_high_spelled_instances AS to_instances ON ((ranked_pairs.to_id = to_instances.instance_id)))), paired_changes AS (SELECT *, cfsql_results.changes_between(features, from_texts, to_texts) AS changes FROM paired_texts) SELECT row_id, "label", counterfactual_id, counterfactual_label, "distance", changes, cfsql_results.changes_text(changes) AS explanation, pair_rank AS rank, (pair_rank = 1) AS is_optimal, power, ball_size, typicality, capacity, universality, dag_count, support FROM paired_changes) AS spelled_pairs ORDER BY spelled_pairs.row_id, spelled_pairs.rank, spelled_pairs.counterfactual_id;
CREATE VIEW hidden_optimal AS SELECT ranked.* FROM hidden_ranked AS ranked WHERE ranked.is_optimal;
CREATE VIEW people_optimal AS SELECT ranked.* FROM people_ranked AS ranked WHERE ranked.is_optimal;
CREATE VIEW recidivism_optimal AS SELECT ranked.* FROM recidivism_ranked AS ranked WHERE ranked.is_optimal;
CREATE VIEW to_high_optimal AS SELECT ranked.* FROM to_high_ranked AS ranked WHERE ranked.is_optimal;
