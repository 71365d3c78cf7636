-- Query 10. Log all bids with their partition columns. Nexmark writes files; here the sink is Kafka like everywhere.
-- compare: rows
CREATE TABLE nexmark_q10 (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  `dateTime` TIMESTAMP(3),
  extra VARCHAR,
  dt STRING,
  hm STRING
) WITH (${sink});

INSERT INTO nexmark_q10
SELECT
  auction, bidder, price, `dateTime`, extra,
  DATE_FORMAT(`dateTime`, 'yyyy-MM-dd'), DATE_FORMAT(`dateTime`, 'HH:mm')
FROM bid;
