-- Query 13. Bounded side input: enriches bids by a lookup join.
-- Nexmark reads a file of 10,000 lines; Flink's file system source cannot be looked up, so a connector of this project
-- serves the same rows.
-- compare: rows
CREATE TABLE side_input (
  key BIGINT,
  `value` VARCHAR
) WITH ('connector' = 'nexmark-side-input', 'rows' = '10000');

CREATE TABLE nexmark_q13 (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  `dateTime` TIMESTAMP(3),
  `value` VARCHAR
) WITH (${sink});

INSERT INTO nexmark_q13
SELECT B.auction, B.bidder, B.price, B.`dateTime`, S.`value`
FROM (SELECT *, PROCTIME() AS p_time FROM bid) B
JOIN side_input FOR SYSTEM_TIME AS OF B.p_time AS S
ON MOD(B.auction, 10000) = S.key;
