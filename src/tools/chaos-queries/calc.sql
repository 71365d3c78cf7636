-- A projection and a filter: no state but the Kafka offsets.
-- compare: rows
CREATE TABLE dear_bids (
  auction BIGINT,
  bidder BIGINT,
  price BIGINT,
  `dateTime` TIMESTAMP(3),
  extra VARCHAR
) WITH (${sink});

INSERT INTO dear_bids
SELECT auction, bidder, price * 2, `dateTime`, extra FROM bid WHERE price > 1000;
