package io.slipstream.flink.runtime;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** Type of a stream between two fragments. */
public final class RowsPieceTypeInfo extends TypeInformation<RowsPiece> {

    private static final long serialVersionUID = 1L;

    public static final RowsPieceTypeInfo INSTANCE = new RowsPieceTypeInfo();

    private RowsPieceTypeInfo() {}

    private Object readResolve() {
        return INSTANCE;
    }

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<RowsPiece> getTypeClass() {
        return RowsPiece.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<RowsPiece> createSerializer(SerializerConfig config) {
        return RowsPieceSerializer.INSTANCE;
    }

    @Override
    public String toString() {
        return "RowsPiece";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowsPieceTypeInfo;
    }

    @Override
    public int hashCode() {
        return RowsPieceTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof RowsPieceTypeInfo;
    }
}
