import LayerTree
import Testing

@MainActor
@Suite struct LayerKeyTests {
    private enum SomeKey: LayerKey {
        typealias Value = Int
    }

    private enum OtherKey: LayerKey {
        typealias Value = [String]
    }

    @Test func `50 kept under a key is found again, and under an unknown key there is nothing`() {
        let layer = Layer()
        #expect(layer[SomeKey.self] == nil)
        layer[SomeKey.self] = 50
        #expect(layer[SomeKey.self] == 50)
        #expect(layer[OtherKey.self] == nil)
        layer[OtherKey.self] = ["a"]
        #expect(layer[OtherKey.self] == ["a"])
        layer[SomeKey.self] = nil
        #expect(layer[SomeKey.self] == nil)
        #expect(Layer()[OtherKey.self] == nil)
    }
}
