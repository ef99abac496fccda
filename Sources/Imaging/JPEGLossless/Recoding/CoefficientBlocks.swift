internal import ImageSources

/// Memory for blocks of quantized coefficients in zigzag order; only nonzero coefficients are stored.
final class CoefficientBlocks: @unchecked Sendable {
    // One thread at a time fills it; after that it is only read.

    /// The blocks of a component.
    struct Component {
        /// The coefficients of each block, ``CoefficientBlocks/stride`` apart.
        ///
        /// The first is the DC coefficient. Any other is valid if its bit in the block's mask is set, and is zero
        /// otherwise.
        let values: UnsafeMutablePointer<Int16>
        /// The bit for each AC coefficient of a block: bit 1 is for the first one.
        ///
        /// Bit 0 has no meaning.
        let masks: UnsafeMutablePointer<UInt64>
    }

    /// Elements from one block to the next: its 64 coefficients, and memory for what is decoded past the last one.
    static let stride = 72
    /// The index of an element that receives what is decoded past the last coefficient; its bit in a mask is bit 0.
    static let discardIndex = 64

    let components: [Component]
    private let values: UnsafeMutablePointer<Int16>
    private let masks: UnsafeMutablePointer<UInt64>
    private let count: Int

    /// Allocates memory for so many blocks of each component.
    ///
    /// - Throws: `OutOfMemory` when the system refuses the memory.
    init(counts: [Int]) throws(OutOfMemory) {
        count = counts.reduce(0, +)
        values = try HeapMemory.allocate(count * Self.stride, of: Int16.self)
        do throws(OutOfMemory) {
            masks = try HeapMemory.allocate(count, of: UInt64.self)
        } catch {
            HeapMemory.free(values)
            throw error
        }
        var first = 0
        var components: [Component] = []
        for count in counts {
            components.append(Component(values: values + first * Self.stride, masks: masks + first))
            first += count
        }
        self.components = components
    }

    /// Makes all coefficients zero.
    func removeAll() {
        masks.update(repeating: 0, count: count)
        for block in 0..<count {
            values[block &* Self.stride] = 0
        }
    }

    deinit {
        HeapMemory.free(values)
        HeapMemory.free(masks)
    }
}

/// Blocks of a component that lie side by side.
struct BlockRow {
    /// The coefficients of the first block, as in ``CoefficientBlocks/Component``.
    let values: UnsafePointer<Int16>
    let masks: UnsafePointer<UInt64>

    /// The blocks of a component from one on.
    init(_ component: CoefficientBlocks.Component, from first: Int) {
        values = UnsafePointer(component.values + first * CoefficientBlocks.stride)
        masks = UnsafePointer(component.masks + first)
    }
}
