package io.slipstream.flink.testing.oracle;

import org.apache.flink.table.data.binary.BinaryRowData;
import org.apache.flink.table.data.binary.BinarySegmentUtils;
import org.apache.flink.table.runtime.typeutils.RowDataSerializer;

/** The bytes of {@link RowDataSerializer#toBinaryRow}; see {@link RowOracle} for the lines. One serializer for all rows of a request. */
public final class BinaryRowOracle {
    private BinaryRowOracle() {}

    public static void main(String[] args) throws Exception {
        RowOracle.serve(
                (type, request) -> {
                    RowDataSerializer serializer = new RowDataSerializer(type);
                    return row -> {
                        BinaryRowData binary = serializer.toBinaryRow(row);
                        return BinarySegmentUtils.copyToBytes(
                                binary.getSegments(), binary.getOffset(), binary.getSizeInBytes());
                    };
                });
    }
}
