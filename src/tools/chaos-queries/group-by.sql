-- The totals of each auction. Its committed updates are checked one by one, see BidTotals in bridge-testing.
-- compare: table
CREATE TABLE auction_totals (
  auction BIGINT,
  bids BIGINT,
  price_sum BIGINT,
  price_max BIGINT,
  bidders BIGINT,
  PRIMARY KEY (auction) NOT ENFORCED
) WITH (${sink});

INSERT INTO auction_totals
SELECT
  auction,
  COUNT(*) AS bids,
  SUM(price) AS price_sum,
  MAX(price) AS price_max,
  COUNT(DISTINCT bidder) AS bidders
FROM bid
GROUP BY auction;
