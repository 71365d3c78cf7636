-- L149: an unknown format option is refused by Flink, in its words.
-- mode: fails
CREATE TABLE t (a INT) WITH ('connector' = 'case', 'format' = 'json', 'json.nonsense' = 'true');
--> {"a":1}
SELECT * FROM t;
-- answer:
--| org.apache.flink.table.api.ValidationException: Unable to create a source for reading table 'default_catalog.default_database.t'.

Table options are:

'connector'='case'
'format'='json'
'json.nonsense'='true'
--| org.apache.flink.table.api.ValidationException: Unsupported options found for 'case'.

Unsupported options:

json.nonsense

Supported options:

bounded
changelog
collect-watermarks
connector
format
json.decode.json-parser.enabled
json.encode.decimal-as-plain-number
json.encode.ignore-null-fields
json.fail-on-missing-field
json.ignore-parse-errors
json.map-null-key.literal
json.map-null-key.mode
json.timestamp-format.standard
projection.push-down
property-version
raw
scan.parallelism
scan.watermark.alignment.group
scan.watermark.alignment.max-drift
scan.watermark.alignment.update-interval
scan.watermark.emit.strategy
scan.watermark.idle-timeout
sink.parallelism
splits
watermark.push-down
