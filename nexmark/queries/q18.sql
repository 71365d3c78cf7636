-- Query 18. Last bid of each bidder on each auction. Bids of the same millisecond are ties that the order of arrival decides: with
-- more than one partition only the keys are compared.
-- compare: keys
CREATE TABLE nexmark_q18 (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  channel VARCHAR,
  url VARCHAR,
  `dateTime` TIMESTAMP(3),
  extra VARCHAR,
  PRIMARY KEY (auction, bidder) NOT ENFORCED
) WITH (${sink});

INSERT INTO nexmark_q18
SELECT auction, bidder, price, channel, url, `dateTime`, extra
FROM (
  SELECT *, ROW_NUMBER() OVER (PARTITION BY bidder, auction ORDER BY `dateTime` DESC) AS rank_number
  FROM bid
)
WHERE rank_number <= 1;
