-- The totals of each auction, into a sink with another key: the rows of each are materialized in front of it.
-- compare: table
CREATE TABLE totals_by_name (
  auction BIGINT,
  name VARCHAR,
  bids BIGINT,
  price_sum BIGINT,
  PRIMARY KEY (name) NOT ENFORCED
) WITH (${sink});

INSERT INTO totals_by_name
SELECT auction, CONCAT('auction ', CAST(auction AS VARCHAR)), COUNT(*), SUM(price)
FROM bid
GROUP BY auction;
