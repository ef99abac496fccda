import Foundation
import TestLimits
import Testing

@testable import SDLPresenter

@MainActor
@Suite(.timeLimited) struct VideoSubsystemTests {
    nonisolated private static let isDummy = ProcessInfo.processInfo.environment["SDL_VIDEODRIVER"] == "dummy"

    @Test(.disabled(if: isDummy, "SDL_VIDEODRIVER asks for windows without a screen"))
    func `a window without a screen outlives the refusal of one with a screen`() throws {
        let window = try headlessWindow()
        #expect(window.videoDriverName == "dummy")
        let error = #expect(throws: PresenterError.self) {
            try headlessWindow {
                $0.isHeadless = false
                $0.isHidden = true
            }
        }
        #expect(error?.code == .noDisplay)
        #expect(window.videoDriverName == "dummy")
    }
}
