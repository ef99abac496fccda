import TestLimits
import TestSupport
import Testing

@testable import TileServing

@Suite(.timeLimited)
struct RequestErrorTests {
    @Test func `an error says its sentence`() {
        #expect(RequestError(404, "there is no image of this name.").description == "there is no image of this name.")
    }
}
