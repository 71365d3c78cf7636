-- Query 2. Selection: the bids on every 123rd auction.
-- compare: rows
CREATE TABLE nexmark_q2 (
  auction BIGINT,
  price BIGINT
) WITH (${sink});

INSERT INTO nexmark_q2
SELECT auction, price FROM bid WHERE MOD(auction, 123) = 0;
