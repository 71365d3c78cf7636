-- Some 990,000 groups of 4,600,000 bids (5,000,000 events): what state costs.
-- compare: table
CREATE TABLE group_by_1m (
  k BIGINT,
  bids BIGINT,
  total BIGINT,
  PRIMARY KEY (k) NOT ENFORCED
) WITH (${sink});

INSERT INTO group_by_1m
SELECT k, COUNT(*) AS bids, SUM(price) AS total
FROM (SELECT MOD(auction * 7919 + bidder * 104729 + price * 31, 1000000) AS k, price FROM bid)
GROUP BY k;
